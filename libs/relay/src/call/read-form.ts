import { AppError } from '@kernel';
import { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';

/** A form's description of one of its files; the bytes themselves go to the upstream as they came. */
interface FormFile {
  readonly field: string;
  readonly filename: string;
  readonly mime: string;
  readonly sizeBytes: number;
}

const FIELD_BYTES_MAX = 1024 * 1024;
const FIELDS_MAX = 200;
const FILES_MAX = 50;

/**
 * The text fields of a multipart form, as an object like a JSON body, with its files described under `files`. A field
 * that comes more than once becomes a list; `name[]` is read as `name`.
 *
 * @throws AppError RELAY_BODY_INVALID
 */
export async function readForm(body: Buffer, contentType: string): Promise<Readonly<Record<string, unknown>>> {
  const { Busboy } = await import('@fastify/busboy');
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    const files: FormFile[] = [];
    const refuse = () =>
      reject(new AppError('RELAY_BODY_INVALID', { params: { detail: 'the body is not a valid multipart form' } }));
    let busboy: BusboyInstance;
    try {
      busboy = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fieldSize: FIELD_BYTES_MAX, fields: FIELDS_MAX, files: FILES_MAX },
      });
    } catch {
      return refuse(); // no boundary
    }
    busboy.on('field', (name, value) => {
      const key = name.replace(/\[\]$/, '');
      fields.set(key, [...(fields.get(key) ?? []), value]);
    });
    busboy.on('file', (field, stream: BusboyFileStream, filename, _encoding, mime) => {
      let sizeBytes = 0;
      stream.on('data', (chunk: Buffer) => (sizeBytes += chunk.length));
      stream.on('end', () => files.push({ field: field.replace(/\[\]$/, ''), filename, mime, sizeBytes }));
      stream.on('error', refuse);
    });
    busboy.on('error', refuse);
    busboy.on('finish', () => {
      const entries = [...fields].map(([key, values]) => [key, values.length === 1 ? values[0] : values] as const);
      resolve({ ...Object.fromEntries(entries), files });
    });
    busboy.end(body);
  });
}

/** One file of a form, whole; null when there is none under that name. */
export async function fileIn(
  body: Buffer,
  contentType: string,
  wanted: string,
): Promise<{ readonly bytes: Buffer; readonly mime: string } | null> {
  const { Busboy } = await import('@fastify/busboy');
  return new Promise(resolve => {
    let found: { readonly bytes: Buffer; readonly mime: string } | null = null;
    let busboy: BusboyInstance;
    try {
      busboy = new Busboy({ headers: { 'content-type': contentType }, limits: { files: FILES_MAX } });
    } catch {
      return resolve(null); // the body is not a form
    }
    busboy.on('file', (field, stream: BusboyFileStream, _filename, _encoding, mime) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (field === wanted) found ??= { bytes: Buffer.concat(chunks), mime };
      });
    });
    busboy.on('error', () => resolve(found));
    busboy.on('finish', () => resolve(found));
    busboy.end(body);
  });
}
