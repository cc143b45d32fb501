/*
 * qr.ts - QR codes for links: byte mode, error correction M, versions 1 to 10 (213 bytes).
 * After ISO/IEC 18004; the mask is the one of least penalty.
 */

/** Data codewords, error-correction codewords a block, and blocks, for level M. */
const VERSIONS: readonly (readonly [data: number, correction: number, blocks: number])[] = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [64, 18, 2],
  [86, 24, 2],
  [108, 16, 4],
  [124, 18, 4],
  [154, 22, 4],
  [182, 22, 5],
  [216, 26, 5],
];

const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// ---- Reed-Solomon over GF(256), polynomial 0x11d ----

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

function correction(data: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let i = 0; i < length; i++) {
    const next = new Array<number>(divisor.length + 1).fill(0);
    divisor.forEach((c, j) => {
      next[j]! ^= c;
      next[j + 1]! ^= c ? EXP[LOG[c]! + i]! : 0;
    });
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(length).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    if (lead) divisor.forEach((c, j) => (rest[i + j]! ^= c ? EXP[LOG[c]! + LOG[lead]!]! : 0));
  }
  return rest.slice(data.length);
}

// ---- the bits ----

function codewords(bytes: Uint8Array, version: number): number[] {
  const [capacity, extra, count] = VERSIONS[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((b) => put(b, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(capacity / count);
  const long = capacity % count;
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= count - long ? 1 : 0);
    blocks.push(data.slice(at, (at += length)));
  }
  const checks = blocks.map((b) => correction(b, extra));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const b of blocks) if (i < b.length) out.push(b[i]!);
  for (let i = 0; i < extra; i++) for (const c of checks) out.push(c[i]!);
  return out;
}

// ---- the square ----

type Grid = Uint8Array[];

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function remainder(value: number, bits: number, polynomial: number): number {
  const degree = 31 - Math.clz32(polynomial);
  let rest = value << degree;
  for (let i = bits + degree - 1; i >= degree; i--) if ((rest >> i) & 1) rest ^= polynomial << (i - degree);
  return (value << degree) | rest;
}

function patterns(version: number, grid: Grid, fixed: Grid): void {
  const size = grid.length;
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark ? 1 : 0;
    fixed[y]![x] = 1;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const centers = ALIGNMENT[version - 1]!;
  const last = centers.length - 1;
  centers.forEach((cx, i) =>
    centers.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    const bits = remainder(version, 6, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      set(a, b, dark);
      set(b, a, dark);
    }
  }
}

function format(mask: number, grid: Grid, fixed: Grid): void {
  const size = grid.length;
  const bits = remainder(mask, 5, 0x537) ^ 0x5412; // level M is 00
  const put = (x: number, y: number, i: number): void => {
    grid[y]![x] = (bits >> i) & 1;
    fixed[y]![x] = 1;
  };
  for (let i = 0; i <= 5; i++) put(8, i, i);
  put(8, 7, 6);
  put(8, 8, 7);
  put(7, 8, 8);
  for (let i = 9; i < 15; i++) put(14 - i, 8, i);
  for (let i = 0; i < 8; i++) put(size - 1 - i, 8, i);
  for (let i = 8; i < 15; i++) put(8, size - 15 + i, i);
  grid[size - 8]![8] = 1;
  fixed[size - 8]![8] = 1;
}

function fill(words: readonly number[], grid: Grid, fixed: Grid, mask: (x: number, y: number) => boolean): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue;
        const dark = bit < words.length * 8 && ((words[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        grid[y]![x] = dark !== mask(x, y) ? 1 : 0;
        bit++;
      }
    }
  }
}

function penalty(grid: Grid): number {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const lines: string[] = [];
  for (let i = 0; i < size; i++) {
    lines.push(grid[i]!.join(''), grid.map((row) => row[i]).join(''));
    dark += grid[i]!.reduce((a, b) => a + b, 0);
  }
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      const part = line.slice(i, i + 11);
      if (part === '10111010000' || part === '00001011101') sum += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const four = grid[y]![x]! + grid[y]![x + 1]! + grid[y + 1]![x]! + grid[y + 1]![x + 1]!;
      if (four === 0 || four === 4) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

/** The modules of the code, row by row: 1 is dark. */
export function qrGrid(text: string): Grid {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data], i) => bytes.length + (i < 9 ? 2 : 3) <= data) + 1;
  if (version === 0) throw new RangeError('too long for a QR code');
  const size = 17 + 4 * version;
  const data = codewords(bytes, version);
  let best: Grid | null = null;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const grid = Array.from({ length: size }, () => new Uint8Array(size));
    const fixed = Array.from({ length: size }, () => new Uint8Array(size));
    patterns(version, grid, fixed);
    format(number, grid, fixed);
    fill(data, grid, fixed, mask);
    const cost = penalty(grid);
    if (cost < least) {
      least = cost;
      best = grid;
    }
  });
  return best!;
}

/** As a path of squares. */
export function qrPath(text: string): { size: number; path: string } {
  const grid = qrGrid(text);
  let path = '';
  grid.forEach((row, y) => row.forEach((dark, x) => (path += dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: grid.length, path };
}
