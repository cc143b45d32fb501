/*
 * picture.ts - the end of a match as a picture to share: who won, the points, and one thing to remember.
 */

export interface Pictured {
  /** Which match: the deal of a day, or nothing more than the name of the game. */
  head: string;
  title: string;
  /** `mine`: of who shares it. */
  rows: { place: number; name: string; points: string; won: boolean; mine: boolean }[];
  /** '': nothing to remember. */
  moment: string;
}

const SIZE = 1080;
const EDGE = 60;
const ROWS_TOP = 400;
const ROWS_HEIGHT = 440;
const ROW_MOST = 104;
const FONT = 'system-ui, sans-serif';
const INK = '#ffffff';
const SOFT = '#c9ddd8';
const GOLD = '#f2b90f';

type Pen = CanvasRenderingContext2D;

/** As large as the width allows, and cut if that is not enough. */
function write(pen: Pen, text: string, x: number, y: number, wide: number, size: number, weight = 700): void {
  let px = size;
  do pen.font = `${weight} ${px}px ${FONT}`;
  while (pen.measureText(text).width > wide && (px -= 2) > size / 2);
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > wide) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`;
  pen.fillText(shown, x, y);
}

/** The four shapes, as in the logo. */
function shapes(pen: Pen): void {
  const at = (i: number): number => SIZE / 2 + (i - 1.5) * 92;
  pen.fillStyle = '#ee4a5e';
  pen.beginPath();
  pen.arc(at(0), 104, 32, 0, 7);
  pen.fill();
  pen.fillStyle = '#5b9bf5';
  pen.fillRect(at(1) - 29, 75, 58, 58);
  pen.fillStyle = '#43c07c';
  pen.beginPath();
  pen.moveTo(at(2), 72);
  pen.lineTo(at(2) + 34, 134);
  pen.lineTo(at(2) - 34, 134);
  pen.fill();
  pen.fillStyle = GOLD;
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const [radius, angle] = [i % 2 ? 18 : 37, (Math.PI * i) / 5 - Math.PI / 2];
    pen.lineTo(at(3) + radius * Math.cos(angle), 107 + radius * Math.sin(angle));
  }
  pen.fill();
}

function box(pen: Pen, y: number, height: number): void {
  const [left, right, r] = [EDGE, SIZE - EDGE, 22];
  pen.beginPath();
  pen.moveTo(left + r, y);
  pen.arcTo(right, y, right, y + height, r);
  pen.arcTo(right, y + height, left, y + height, r);
  pen.arcTo(left, y + height, left, y, r);
  pen.arcTo(left, y, right, y, r);
  pen.closePath();
  pen.fill();
}

function rows(pen: Pen, list: Pictured['rows']): void {
  const step = Math.min(ROW_MOST, ROWS_HEIGHT / list.length);
  const size = Math.min(46, step * 0.5);
  pen.strokeStyle = INK;
  pen.lineWidth = 5;
  list.forEach(({ place, name, points, won, mine }, i) => {
    const y = ROWS_TOP + i * step;
    const middle = y + (step - 10) / 2;
    pen.fillStyle = won ? 'rgb(242 185 15 / 0.28)' : 'rgb(255 255 255 / 0.1)';
    box(pen, y, step - 10);
    if (mine) pen.stroke();
    pen.textBaseline = 'middle';
    pen.fillStyle = won ? GOLD : SOFT;
    pen.textAlign = 'center';
    write(pen, `${place}`, EDGE + 54, middle, 70, size, 800);
    pen.fillStyle = INK;
    pen.textAlign = 'left';
    write(pen, name, EDGE + 110, middle, 540, size);
    pen.textAlign = 'right';
    write(pen, points, SIZE - EDGE - 34, middle, 260, size * 0.85, 600);
  });
}

function draw(pen: Pen, { head, title, rows: list, moment }: Pictured): void {
  const felt = pen.createRadialGradient(SIZE / 2, 0, 100, SIZE / 2, SIZE / 2, SIZE);
  felt.addColorStop(0, '#1b6b62');
  felt.addColorStop(1, '#0b2f2b');
  pen.fillStyle = felt;
  pen.fillRect(0, 0, SIZE, SIZE);
  shapes(pen);
  pen.textBaseline = 'alphabetic';
  pen.textAlign = 'center';
  pen.fillStyle = INK;
  write(pen, head, SIZE / 2, 240, SIZE - 2 * EDGE, 96, 800);
  write(pen, title, SIZE / 2, 345, SIZE - 2 * EDGE, 62);
  rows(pen, list);
  pen.textBaseline = 'alphabetic';
  pen.textAlign = 'center';
  pen.fillStyle = GOLD;
  if (moment) write(pen, `★ ${moment}`, SIZE / 2, 930, SIZE - 2 * EDGE, 44);
  pen.fillStyle = SOFT;
  write(pen, location.host, SIZE / 2, 1020, SIZE - 2 * EDGE, 32, 500);
}

/** Returns a PNG; rejects if the browser cannot draw one. */
export function pictureOf(about: Pictured): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  return new Promise((resolve, reject) => {
    if (!pen) return reject(new Error('canvas'));
    draw(pen, about);
    canvas.toBlob((blob) => (blob ? resolve(new File([blob], 'mazo.png', { type: 'image/png' })) : reject(new Error('png'))));
  });
}
