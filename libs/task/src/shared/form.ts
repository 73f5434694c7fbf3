import { randomUUID } from 'node:crypto';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError, type JsonObject } from '@kernel';

const FIELDS_MAX = 100;

export interface FormLimits {
  readonly fieldBytesMax: number;
  readonly filesMax: number;
}

const USUAL_LIMITS: FormLimits = { fieldBytesMax: 1024 * 1024, filesMax: 4 };

/** One file of a form, with all its bytes. */
export interface FormFile {
  readonly field: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FormFile[];
}

/**
 * The fields and files of a multipart form. The route has bounded its size.
 *
 * @throws AppError TASK_BODY, also beyond the limits, because a form is never passed on in part
 */
export function readForm(body: Buffer, contentType: string, limits: FormLimits = USUAL_LIMITS): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const files: FormFile[] = [];
    const refuse = () => reject(new AppError('TASK_BODY'));
    let busboy: BusboyInstance;
    try {
      const { fieldBytesMax, filesMax } = limits;
      busboy = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fieldSize: fieldBytesMax, fields: FIELDS_MAX, files: filesMax },
      });
    } catch {
      return refuse(); // no boundary
    }
    for (const limit of ['fieldsLimit', 'filesLimit'] as const) busboy.on(limit, refuse);
    busboy.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) return refuse();
      Object.defineProperty(fields, name, { value, enumerable: true, writable: true });
    });
    busboy.on('file', (field, stream: BusboyFileStream, filename, _encoding, mime) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push({ field, filename: filename ?? '', mime, bytes: Buffer.concat(chunks) }));
      stream.on('error', refuse);
    });
    busboy.on('error', refuse);
    busboy.on('finish', () => resolve({ fields, files }));
    busboy.end(body);
  });
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
