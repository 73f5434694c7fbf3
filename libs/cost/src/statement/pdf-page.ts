import PDFDocument from 'pdfkit';

/** Points of a page of A4 that stay free at each side. */
const MARGIN = 50;
const SIZES = { title: 18, head: 12, text: 9.5, small: 8 } as const;
type Size = keyof typeof SIZES;
const GREY = '#666666';
const BLACK = '#111111';
const RULE = '#cccccc';
/** Room below a row without which it goes to the next page, in points. */
const ROW = 16;

/** A column: its part of the width, and on which side its texts stand. */
export interface PdfColumn {
  readonly part: number;
  readonly align: 'left' | 'right';
}

interface PageOptions {
  /** Path of the font; only the characters that are used go into the file. */
  readonly font: string;
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
  readonly pageText: (at: number, of: number) => string;
}

/** Writes rows of text below each other on as many pages as they need. */
export class PdfPage {
  private readonly document: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  private readonly width: number;

  constructor(private readonly options: PageOptions) {
    const { font, title, author, createdAt } = options;
    this.document = new PDFDocument({
      ...{ font, size: 'A4', margin: MARGIN, bufferPages: true, lang: 'mul' },
      info: { Title: title, Author: author, CreationDate: createdAt },
    });
    this.document.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.width = this.document.page.width - 2 * MARGIN;
  }

  text(text: string, size: Size = 'text', color: 'black' | 'grey' = 'black'): void {
    this.document.fontSize(SIZES[size]).fillColor(color === 'grey' ? GREY : BLACK);
    this.document.text(text, MARGIN, this.document.y, { width: this.width, lineGap: 2 });
  }

  space(points = ROW / 2): void {
    this.document.y += points;
  }

  heading(text: string): void {
    this.space(ROW);
    this.makeRoom(3 * ROW);
    this.text(text, 'head');
    this.space(ROW / 4);
  }

  /** A row of a table; long texts take several lines. */
  row(columns: readonly PdfColumn[], texts: readonly string[], style: 'plain' | 'head' | 'sum' = 'plain'): void {
    const { document } = this;
    document.fontSize(SIZES.text).fillColor(style === 'head' ? GREY : BLACK);
    const widths = columns.map(({ part }) => part * this.width);
    const heights = texts.map((text, at) => document.heightOfString(text, { width: (widths[at] ?? 0) - 4 }));
    const height = Math.max(ROW, ...heights.map(one => one + 4));
    this.makeRoom(height);
    const top = document.y;
    if (style === 'sum') this.rule(top);
    let left = MARGIN;
    texts.forEach((text, at) => {
      const width = (widths[at] ?? 0) - 4;
      document.text(text, left, top + 3, { width, align: columns[at]?.align ?? 'left' });
      left += widths[at] ?? 0;
    });
    document.y = top + height;
    if (style === 'head') this.rule(document.y);
  }

  /** The whole file. */
  async end(): Promise<Buffer> {
    const { document } = this;
    const { start, count } = document.bufferedPageRange();
    for (let at = 0; at < count; at++) {
      document.switchToPage(start + at);
      // Below the margin, where a text would begin another page.
      document.page.margins.bottom = 0;
      document.fontSize(SIZES.small).fillColor(GREY);
      const text = this.options.pageText(at + 1, count);
      document.text(text, MARGIN, document.page.height - MARGIN + ROW, { width: this.width, align: 'right' });
    }
    const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
    document.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private makeRoom(height: number): void {
    const { document } = this;
    if (document.y + height > document.page.height - MARGIN) document.addPage();
  }

  private rule(y: number): void {
    this.document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.width, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  }
}
