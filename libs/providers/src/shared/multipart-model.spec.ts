import { CallRefusal } from '@formats';
import { randomBytes } from 'node:crypto';
import { withFormModel } from './multipart-model';

const TYPE = 'multipart/form-data; boundary=----b0';

function field(name: string, value: string): Buffer {
  return Buffer.from(`------b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
}

function file(bytes: Buffer, name = 'file', filename = 'a.wav'): Buffer {
  return Buffer.concat([
    Buffer.from(
      `------b0\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
        'Content-Type: audio/wav\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function form(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from('------b0--\r\n')]);
}

describe('the model of a form', () => {
  // These bytes resemble line ends, boundaries and fields, but are part of the data.
  const odd = Buffer.from('\r\n\r\n----b0\r\nname="model"\r\n\r\nno\r\n------b0x\r\n', 'latin1');
  const audio = Buffer.concat([randomBytes(5000), odd, Buffer.from([0, 255, 254, 13, 10]), randomBytes(50)]);

  it.each([0, 1, 2])('is replaced in place %d, and every other byte stays', place => {
    const others = [field('language', 'de'), file(audio)];
    const parts = (model: string): Buffer[] => others.toSpliced(place, 0, field('model', model));
    expect(withFormModel(form(...parts('mine')), TYPE, 'whisper-1 groß')).toEqual(form(...parts('whisper-1 groß')));
  });

  it('stays the same Buffer when it is already right', () => {
    const body = form(file(audio), field('model', 'whisper-1'));
    expect(withFormModel(body, TYPE, 'whisper-1')).toBe(body);
  });

  it('is added in front when there is none', () => {
    expect(withFormModel(form(file(audio)), TYPE, 'm').toString('latin1')).toBe(
      form(field('model', 'm'), file(audio)).toString('latin1').replace('Content-D', 'content-d'),
    );
  });

  it('is not a file of that name, and not a field whose name only ends in it', () => {
    const body = form(file(audio, 'model', 'model'), field('my_model', 'x'), field('model', 'old'));
    expect(withFormModel(body, TYPE, 'new')).toEqual(
      form(file(audio, 'model', 'model'), field('my_model', 'x'), field('model', 'new')),
    );
  });

  it('is found with any quotes, letter case and order of the headers', () => {
    const part = (model: string): Buffer =>
      Buffer.from(
        `--q b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data;name=model\r\n\r\n${model}\r\n--q b--`,
      );
    expect(withFormModel(part('a'), 'Multipart/Form-Data; charset=x; Boundary="q b"', 'b')).toEqual(part('b'));
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=other', 'application/json'])(
    'cannot be replaced under the content type %s',
    contentType => {
      expect(() => withFormModel(form(field('model', 'x')), contentType, 'y')).toThrow(CallRefusal);
    },
  );
});
