// The sounds of a game. They are synthesised; there are no sound files.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Browsers allow sound only after the user has used the page. */
function ready() {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** @param {AudioContext} audio */
function hiss(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 22222;
  for (let i = 0; i < samples.length; i += 1) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = seed / 1073741823 - 1;
  }
  return noise;
}

/**
 * A knock: noise through a band-pass filter, with a low tone.
 * @param {AudioContext} audio
 * @param {number} after seconds
 * @param {number} pitch
 * @param {number} loud
 * @param {number} long
 */
function knock(audio, after, pitch, loud, long) {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const window = audio.createBiquadFilter();
  window.type = "bandpass";
  window.frequency.value = pitch;
  window.Q.value = 3;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  source.connect(window).connect(gain).connect(audio.destination);
  source.start(at, 0, long + 0.05);
  tone(audio, after, pitch / 7, loud * 0.5, long * 1.6, "sine");
}

/**
 * @param {AudioContext} audio
 * @param {number} after
 * @param {number} pitch
 * @param {number} loud
 * @param {number} long
 * @param {OscillatorType} shape
 */
function tone(audio, after, pitch, loud, long, shape) {
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0005, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long + 0.05);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  stone: (a) => knock(a, 0, 1900, 0.9, 0.06),
  theirs: (a) => knock(a, 0, 1300, 0.5, 0.07),
  refused: (a) => { knock(a, 0, 420, 0.8, 0.09); knock(a, 0.11, 340, 0.7, 0.12); },
  heard: (a) => knock(a, 0, 420, 0.25, 0.08),
  capture: (a) => [0, 0.05, 0.09, 0.15].forEach((t, i) => knock(a, t, 2100 + 250 * i, 0.5, 0.045)),
  pass: (a) => tone(a, 0, 392, 0.12, 0.35, "triangle"),
  atari: (a) => tone(a, 0, 988, 0.07, 0.25, "triangle"),
  over: (a) => [392, 494, 587].forEach((pitch, i) => tone(a, 0.16 * i, pitch, 0.12, 0.9, "triangle")),
};

/** @param {string} name */
export function sound(name) {
  const audio = ready();
  if (audio) SOUNDS[name]?.(audio);
}
