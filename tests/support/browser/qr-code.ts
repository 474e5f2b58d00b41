/**
 * Reads a QR code (ISO/IEC 18004) of versions 2 to 6 with medium error correction, drawn without errors; nothing is
 * corrected.
 */
import type { Locator } from "playwright";

/** Reads the QR code in a screenshot: dark squares on the only pure white area. */
export const readQrCode = async (image: Locator): Promise<string> => decode(await squaresOf(image));

/** True for dark modules, row by row. */
type Squares = readonly (readonly boolean[])[];

const squaresOf = (image: Locator): Promise<Squares> =>
  image.evaluate((element) => {
    const image = element as HTMLImageElement;
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const brightness = (x: number, y: number): number =>
      Math.min(...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3));
    const around = { left: width, right: 0, top: height, bottom: 0 };
    const grow = (box: typeof around, x: number, y: number): void => {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    };
    const paper = { ...around };
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) if (brightness(x, y) === 255) grow(paper, x, y);
    // The code keeps away from the paper's rounded corners.
    const inset = Math.round((paper.right - paper.left) / 25);
    const code = { ...around };
    for (let y = paper.top + inset; y <= paper.bottom - inset; y += 1)
      for (let x = paper.left + inset; x <= paper.right - inset; x += 1) if (brightness(x, y) < 128) grow(code, x, y);
    // Seven modules form the upper edge of the first finder pattern.
    let edge = 0;
    while (brightness(code.left + edge, code.top) < 128) edge += 1;
    const side = edge / 7;
    const count = Math.round((code.right - code.left + 1) / side);
    const isDark = (row: number, column: number): boolean =>
      brightness(Math.floor(code.left + (column + 0.5) * side), Math.floor(code.top + (row + 0.5) * side)) < 128;
    return Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (__, column) => isDark(row, column)),
    );
  });

/** Per version with medium error correction: number of blocks, and data bytes in each. */
const blocks: Readonly<Record<number, readonly [count: number, bytes: number]>> = {
  2: [1, 28],
  3: [1, 44],
  4: [2, 32],
  5: [2, 43],
  6: [4, 27],
};

const decode = (squares: Squares): string => {
  const version = (squares.length - 17) / 4;
  const [count, bytes] = blocks[version]!;
  const format = formatOf(squares);
  if (format >> 13 !== 0) throw new Error("This code has another error correction than the medium one.");
  const words = codewordsOf(bitsOf(squares, (format >> 10) & 7)).slice(0, count * bytes);
  const data = Array.from({ length: count }, (_, block) => words.filter((__, at) => at % count === block)).flat();
  if (data[0]! >> 4 !== 4) throw new Error("This code does not hold bytes.");
  const length = ((data[0]! & 15) << 4) | (data[1]! >> 4);
  const text = Array.from({ length }, (_, at) => ((data[at + 1]! & 15) << 4) | (data[at + 2]! >> 4));
  return new TextDecoder().decode(Uint8Array.from(text));
};

/** Returns the fifteen format bits beside the first finder pattern, highest first. */
const formatOf = (squares: Squares): number => {
  const row = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => squares[8]![column]!);
  const column = [7, 5, 4, 3, 2, 1, 0].map((at) => squares[at]![8]!);
  return [...row, ...column].reduce((bits, dark) => bits * 2 + Number(dark), 0) ^ 0b101010000010010;
};

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Reads the bits in the standard's order: two columns at a time from the right, up and down in turn. */
const bitsOf = (squares: Squares, mask: number): boolean[] => {
  const size = squares.length;
  const bits: boolean[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isPattern(size, row, column)) bits.push(squares[row]![column]! !== masks[mask]!(row, column));
    }
  }
  return bits;
};

/** Modules without data: the three finder patterns with format and border, the timing patterns, the alignment pattern. */
const isPattern = (size: number, row: number, column: number): boolean => {
  const nearEnd = (at: number): boolean => at >= size - 8;
  const inMark = (row < 9 && (column < 9 || nearEnd(column))) || (nearEnd(row) && column < 9);
  const inAlignment = Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2;
  return inMark || inAlignment || row === 6 || column === 6;
};

const codewordsOf = (bits: readonly boolean[]): number[] =>
  Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word * 2 + Number(bit), 0),
  );
