/*
 * sound.ts - every sound is made here, from tones and noise; nothing is loaded.
 */
import { sound, type SoundSet, soundSets } from '../state/prefs.js';

const LONGEST_MS = 2500;
const LATE_MS = 1000; // sounds that are later than this are dropped

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let asleep = true;
let heardUntil = 0;
let bedtime: ReturnType<typeof setTimeout> | undefined;

/** If the browser refuses, the next touch tries again. */
function wake(then: () => unknown = () => {}): void {
  context!.resume().then(
    () => {
      asleep = false;
      then();
    },
    () => {},
  );
}

/** An idle audio context drains a phone's battery: suspend it when everything has played. */
function sleepAfter(ms: number): void {
  const now = performance.now();
  heardUntil = Math.max(heardUntil, now + ms);
  clearTimeout(bedtime);
  bedtime = setTimeout(() => {
    asleep = true;
    void context!.suspend();
  }, heardUntil - now);
}

/** Browsers allow sound only after a touch. */
export function unlockSound(): void {
  const touched = (): void => {
    if (!sound.value) return;
    context ??= new AudioContext();
    wake();
    sleepAfter(LONGEST_MS);
  };
  addEventListener('pointerdown', touched, { passive: true });
  addEventListener('keydown', touched, { passive: true });
}

function tone(
  at: number,
  pitch: number,
  length: number,
  loud: number,
  type: OscillatorType = 'triangle',
  glide = 1,
): void {
  const c = context!;
  const oscillator = c.createOscillator();
  const gain = c.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(pitch, at);
  if (glide !== 1) oscillator.frequency.exponentialRampToValueAtTime(pitch * glide, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(c.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

function swish(at: number, length: number, loud: number, from: number, to: number): void {
  const c = context!;
  if (!noise) {
    noise = c.createBuffer(1, c.sampleRate / 2, c.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = c.createBufferSource();
  const filter = c.createBiquadFilter();
  const gain = c.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(at, Math.random() * 0.2);
  source.stop(at + length);
}

const tune = (at: number, pitches: number[], step: number, loud = 0.12, type: OscillatorType = 'triangle'): void =>
  pitches.forEach((pitch, i) => tone(at + i * step, pitch, step * 2.2, loud, type));

/** One set, in C: cards are noise, what happens to players is in the middle, a blow is deep; what goes well rises. */
const SOUNDS = {
  card: (at: number) => {
    swish(at, 0.09, 0.35, 2600, 900);
    tone(at + 0.03, 131, 0.08, 0.2, 'sine', 0.6);
  },
  draw: (at: number) => swish(at, 0.14, 0.2, 900, 3200),
  deal: (at: number) => {
    for (let i = 0; i < 6; i++) swish(at + i * 0.075, 0.07, 0.2, 1800, 1000);
  },
  turn: (at: number) => tune(at, [659, 880], 0.1, 0.09, 'sine'),
  uno: (at: number) => tune(at, [523, 659, 784, 1047], 0.075, 0.14, 'square'),
  caught: (at: number) => tune(at, [440, 370, 294, 220], 0.1, 0.12, 'sawtooth'),
  skip: (at: number) => tone(at, 523, 0.16, 0.1, 'square', 0.5),
  reverse: (at: number) => {
    tone(at, 294, 0.18, 0.1, 'triangle', 2);
    tone(at + 0.14, 587, 0.18, 0.1, 'triangle', 0.5);
  },
  strike: (at: number) => tune(at, [175, 147, 110], 0.09, 0.2, 'sawtooth'),
  blow: (at: number) => {
    tone(at, 98, 0.4, 0.4, 'sine', 0.4);
    swish(at, 0.16, 0.4, 500, 90);
  },
  wash: (at: number) => swish(at, 0.5, 0.14, 300, 2400),
  lever: (at: number) => {
    for (let i = 0; i < 5; i++) tone(at + i * 0.05, 240 + i * 40, 0.04, 0.1, 'square');
  },
  reel: (at: number) => {
    for (let i = 0; i < 16; i++) tone(at + 0.03 * i * (1 + i * 0.09), 880, 0.025, 0.05, 'square');
  },
  ding: (at: number) => tune(at, [1175, 1568], 0.09, 0.1, 'sine'),
  wrong: (at: number) => tone(at, 165, 0.18, 0.14, 'square', 0.8),
  tick: (at: number) => tone(at, 1175, 0.03, 0.07, 'sine'),
  pop: (at: number) => tone(at, 440, 0.09, 0.1, 'sine', 1.8),
  win: (at: number) => tune(at, [523, 659, 784, 1047, 1319, 1568], 0.11, 0.13),
  lose: (at: number) => tune(at, [392, 349, 311, 262], 0.16, 0.1),
  fanfare: (at: number) => {
    tune(at, [523, 523, 523, 698, 880, 1047], 0.16, 0.13);
    for (const pitch of [349, 523, 698]) tone(at + 0.95, pitch, 1, 0.08);
  },
};

export type SoundName = keyof typeof SOUNDS;

/** Sets that can be muted separately: the rest is drama. */
const SETS: Partial<Record<SoundName, SoundSet>> = { card: 'cards', draw: 'cards', deal: 'cards', tick: 'cards', turn: 'turn', wrong: 'turn', pop: 'people' };

const isOn = (set: SoundSet): boolean => sound.value && soundSets.value[set] !== false;

export function play(name: SoundName, delayMs = 0): void {
  if (!isOn(SETS[name] ?? 'drama') || !context || document.hidden) return;
  const start = (): void => SOUNDS[name](context!.currentTime + delayMs / 1000);
  sleepAfter(delayMs + LONGEST_MS);
  if (asleep) {
    const asked = performance.now();
    wake(() => performance.now() - asked < LATE_MS && start());
  } else if (context.state === 'running') start();
}

/** A phone shakes, once its owner has touched the page; it is part of the drama. */
export function vibrate(pattern: number[]): void {
  if (soundSets.value.drama !== false && !document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
