import { fileInForm } from './multipart-file';

const TYPE = 'multipart/form-data; boundary=xx';

function form(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(part => [Buffer.from('--xx\r\n'), Buffer.from(part), Buffer.from('\r\n')]),
    Buffer.from('--xx--\r\n'),
  ]);
}

const HEADERS = 'Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n';

it('finds the file’s own bytes, whatever they contain', () => {
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 120, 13, 10]);
  const body = form(
    'Content-Disposition: form-data; name="model"\r\n\r\nm',
    Buffer.concat([Buffer.from(HEADERS), bytes]),
  );
  expect(fileInForm(body, TYPE, 'file')).toEqual({ contentType: 'audio/mpeg', data: bytes });
});

it.each([
  ['another field', form(HEADERS.replace('"file"', '"other"') + 'x'), TYPE],
  ['a text of that name', form('Content-Disposition: form-data; name="file"\r\n\r\nx'), TYPE],
  ['another boundary', form(`${HEADERS}x`), 'multipart/form-data; boundary=yy'],
  ['no form', Buffer.from('{}'), 'application/json'],
  ['a form that breaks off', Buffer.from(`--xx\r\n${HEADERS}x`), TYPE],
])('finds no file in %s', (_name, body, type) => {
  expect(fileInForm(body, type, 'file')).toBeNull();
});
