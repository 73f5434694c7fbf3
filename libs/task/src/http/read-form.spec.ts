import { writeForm, type Form } from '@providers';
import { readForm } from './read-form';

const limits = { fieldBytesMax: 10, filesMax: 1 };
const file = { field: 'video', filename: 'a "b".mp4', mime: 'video/mp4', bytes: Buffer.from([0, 13, 10, 255, 45, 45]) };
const whole: Form = { fields: { prompt: '0123456789', ['__proto__']: 'x' }, files: [file] };

function read(form: Form): Promise<Form> {
  const { body, type } = writeForm(form, {});
  return readForm(body, type, limits);
}

const refused = expect.objectContaining({ code: 'TASK_BODY' }) as unknown;

describe('a form', () => {
  it('is read and written without changing a byte, up to its limits', async () => {
    const { fields, files } = await read(whole);
    expect(fields).toEqual(whole.fields);
    expect(files).toEqual([{ ...file, filename: 'a %22b%22.mp4' }]);
  });

  it('is written with replaced fields', async () => {
    const { body, type } = writeForm(whole, { prompt: 'b', seconds: 8 });
    expect((await readForm(body, type, limits)).fields).toMatchObject({ prompt: 'b', seconds: '8' });
  });

  it('is refused whole when a field is too long, and when there are too many files or fields', async () => {
    await expect(read({ ...whole, fields: { prompt: '01234567890' } })).rejects.toEqual(refused);
    await expect(read({ ...whole, files: [file, file] })).rejects.toEqual(refused);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`field${at}`, 'x']));
    await expect(read({ fields: many, files: [] })).rejects.toEqual(refused);
  });

  it('is refused when it is cut off, and when the body is not a form', async () => {
    const { body, type } = writeForm(whole, {});
    await expect(readForm(body.subarray(0, -20), type, limits)).rejects.toEqual(refused);
    await expect(readForm(body, 'multipart/form-data', limits)).rejects.toEqual(refused);
    await expect(readForm(Buffer.from('{}'), 'application/json', limits)).rejects.toEqual(refused);
  });
});
