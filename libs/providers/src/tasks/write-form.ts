import { randomUUID } from 'node:crypto';
import { type JsonObject } from '@kernel';

/** One file of a form, with all its bytes. */
export interface FormFile {
  readonly field: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** The fields and files of a multipart form. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FormFile[];
}

/** The bytes of a form, with some fields replaced. */
export function writeForm({ fields, files }: Form, changed: JsonObject): { type: string; body: Buffer } {
  const boundary = `sluice-${randomUUID()}`;
  const parts: Buffer[] = [];
  const add = (head: string, content: Buffer) =>
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    );
  for (const [name, value] of Object.entries({ ...fields, ...changed })) {
    add(`name="${quoted(name)}"`, Buffer.from(String(value)));
  }
  for (const { field, filename, mime, bytes } of files) {
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream';
    add(`name="${quoted(field)}"; filename="${quoted(filename)}"\r\nContent-Type: ${type}`, bytes);
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

/** A field or file name, escaped as browsers do it. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
