// The link of an invitation: a field to copy it from, a QR code for a telephone, and what to do if only this
// machine can open it.

import { button, draw, el, icon } from "./dom.js";
import { ask } from "./net.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").InviteLink} InviteLink */
/** @typedef {import("./protocol.js").QrCode} QrCode */

/** @param {string} invite @param {string} note */
export function inviteNode(invite, note) {
  const field = el("input", {
    type: "text", readonly: true, value: `${location.origin}/join/${invite}`, "aria-label": t`The link for your friend`, id: "invite",
  });
  field.addEventListener("focus", () => field.select());
  const copy = button("main", "copy", t`Copy the link`, async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => undefined);
    copy.lastChild?.replaceWith(t`Copied`);
  });
  const more = el("div", { class: "stack tight", id: "reach" });
  void ask(`/api/invites/${invite}/link`).then((answer) => {
    const link = /** @type {InviteLink} */ (answer);
    field.value = link.link;
    more.replaceChildren(...reachNodes(link));
  }).catch(() => undefined); // The address of this page is a good link as well.
  return el("div", { class: "stack" }, el("p", {}, t`Send this link to your friend:`), field, copy, more, el("p", { class: "note" }, note));
}

/** @param {InviteLink} link @returns {HTMLElement[]} */
function reachNodes({ reach, network, qr }) {
  if (reach !== "machine") return qr ? [el("figure", { class: "qr" }, qrCode(qr), el("figcaption", { class: "note" }, t`Or let your friend scan this code.`))] : [];
  const port = location.port || "4747";
  return [el("div", { class: "warning" }, icon("lamp"), el("div", { class: "stack tight" },
    el("p", {}, el("b", {}, t`This link works only on this machine.`)),
    el("p", {}, t`To play with a friend on your network, stop Kage and start it again with `, el("code", {}, `kage serve --listen 0.0.0.0:${port}`),
      t`. Your game stays. Then open `, el("code", {}, network ?? `http://ADDRESS:${port}`),
      network ? t`: that is this machine\u2019s address. The game has a link and a QR code there.` : t`, where ADDRESS is this machine\u2019s address in your network.`),
    el("p", { class: "small soft" }, t`Or open the link in another browser on this machine.`)))];
}

/** @param {QrCode} code */
function qrCode({ size, modules }) {
  const dark = [...modules].flatMap((module, at) => (module === "1" ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : []));
  return draw("svg", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": t`The link as a QR code`, "shape-rendering": "crispEdges" },
    draw("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }), draw("path", { d: dark.join(""), fill: "#000" }));
}
