import { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '@kernel';
import { type Form, type FormFile } from '@providers';

const FIELDS_MAX = 100;

export interface FormLimits {
  readonly fieldBytesMax: number;
  readonly filesMax: number;
}

const USUAL_LIMITS: FormLimits = { fieldBytesMax: 1024 * 1024, filesMax: 4 };

/**
 * The fields and files of a multipart form. The route has bounded its size.
 *
 * @throws AppError TASK_BODY, also beyond the limits, because a form is never passed on in part
 */
export async function readForm(body: Buffer, contentType: string, limits: FormLimits = USUAL_LIMITS): Promise<Form> {
  const { Busboy } = await import('@fastify/busboy');
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
