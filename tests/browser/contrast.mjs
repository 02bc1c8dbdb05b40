// Contrasts as WCAG computes them, from the colours that the browser shows.

/// A colour of `getComputedStyle` as numbers: red, green, blue from 0 to 255, and its opacity.
function parse(color) {
  const numbers = color.match(/[\d.]+/g).map(Number);
  const scale = color.startsWith("color(srgb") ? 255 : 1;
  return { rgb: numbers.slice(0, 3).map((n) => n * scale), alpha: numbers[3] ?? 1 };
}

/// A colour that lies over another one.
function over(top, below, opacity = 1) {
  const { rgb, alpha } = parse(top);
  const share = alpha * opacity;
  return `rgb(${parse(below).rgb.map((n, at) => share * rgb[at] + (1 - share) * n).join(" ")})`;
}

function luminance(color) {
  const [r, g, b] = parse(color).rgb.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one, two) {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/// The contrasts of a board's lines against its wood, bare and under mist.
export async function gridContrasts(page, board) {
  const shown = await page.locator(board).evaluate((svg) => {
    const style = (selector) => getComputedStyle(svg.querySelector(selector));
    const lines = style(".lines path");
    const mist = style(".fog .m-u");
    return {
      line: lines.stroke, lineOpacity: Number(lines.opacity), mist: mist.fill, mistOpacity: Number(mist.opacity),
      woods: [...svg.querySelectorAll("stop[class^=wood]")].map((stop) => getComputedStyle(stop).stopColor),
    };
  });
  return shown.woods.flatMap((wood) => [wood, over(shown.mist, wood, shown.mistOpacity)])
    .map((ground) => contrast(over(shown.line, ground, shown.lineOpacity), ground));
}
