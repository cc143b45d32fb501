/*
 * sha256.ts - SHA-256 (FIPS 180-4) of lines of text. Pages without TLS have no crypto.subtle, and at a
 * server's table the engine, which has one too, is not there yet.
 */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
};

/** The first 32 bits of the fraction. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

const BEGINNING = primes(8).map((p) => fraction(Math.sqrt(p)));
const CONSTANTS = primes(64).map((p) => fraction(Math.cbrt(p)));

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function padded(bytes: Uint8Array): DataView {
  const size = (((bytes.length + 8) >> 6) + 1) << 6;
  const all = new Uint8Array(size);
  const view = new DataView(all.buffer);
  all.set(bytes);
  all[bytes.length] = 0x80;
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  return view;
}

function addBlock(sum: number[], view: DataView, at: number): number[] {
  const w: number[] = [];
  for (let i = 0; i < 16; i++) w.push(view.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w.push((w[i - 16]! + s0 + w[i - 7]! + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + sum[i]!) | 0);
}

/** Of these lines, each with its end, in hex. */
export function sha256(...lines: string[]): string {
  const view = padded(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
  let sum = BEGINNING;
  for (let at = 0; at < view.byteLength; at += 64) sum = addBlock(sum, view, at);
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
