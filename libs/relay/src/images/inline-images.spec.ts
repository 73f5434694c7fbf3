import { wireFormats, type WireFormat } from '@formats';
import { type JsonObject } from '@kernel';
import { inlineImages, imagesByAddress } from './inline-images';

const A = 'https://p.example/a.png';
const B = 'http://p.example/b?c=d';
const D = 'https://p.example/d.pdf';
const DATA = 'data:image/png;base64,AAEC';
const FETCHED = new Map([
  [A, { mime: 'image/png', data: 'QQ==' }],
  [B, { mime: 'image/gif', data: 'Qg==' }],
  [D, { mime: 'application/pdf', data: 'RA==' }],
]);
const PNG_URL = 'data:image/png;base64,QQ==';
const GIF_URL = 'data:image/gif;base64,Qg==';
const PDF_URL = 'data:application/pdf;base64,RA==';

function openai(...content: object[]) {
  return { messages: [{ role: 'user', content }] };
}

function gemini(...parts: object[]) {
  return { contents: [{ role: 'user', parts }] };
}

function base64(media_type: string, data: string) {
  return { type: 'base64', media_type, data };
}

/** The name, the format, the caller's body, the body for the provider. */
const CASES: readonly (readonly [string, WireFormat, JsonObject, JsonObject])[] = [
  [
    'images as objects, as texts and as loose clients write them',
    'openai',
    openai(
      { type: 'text', text: A },
      { type: 'image_url', image_url: { url: A, detail: 'low' } },
      { type: 'image_url', image_url: B },
      { type: 'image', image: A },
    ),
    openai(
      { type: 'text', text: A },
      { type: 'image_url', image_url: { url: PNG_URL, detail: 'low' } },
      { type: 'image_url', image_url: GIF_URL },
      { type: 'image', image: PNG_URL },
    ),
  ],
  [
    'an image in the result of a tool, and a document',
    'openai',
    {
      messages: [
        { role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url: A } }] },
        { role: 'user', content: [{ type: 'file', file: { file_data: D } }] },
      ],
    },
    {
      messages: [
        { role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url: PNG_URL } }] },
        { role: 'user', content: [{ type: 'file', file: { filename: 'document.pdf', file_data: PDF_URL } }] },
      ],
    },
  ],
  [
    'images and documents, with everything else they bear',
    'anthropic',
    openai(
      { type: 'image', source: { type: 'url', url: A }, cache_control: { type: 'ephemeral' } },
      { type: 'document', source: { type: 'url', url: D }, title: 'T' },
    ),
    openai(
      { type: 'image', source: base64('image/png', 'QQ=='), cache_control: { type: 'ephemeral' } },
      { type: 'document', source: base64('application/pdf', 'RA=='), title: 'T' },
    ),
  ],
  [
    'images in results of tools and in documents made of blocks',
    'anthropic',
    openai(
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: { type: 'url', url: B } }] },
      { type: 'document', source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url: A } }] } },
    ),
    openai(
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: base64('image/gif', 'Qg==') }] },
      {
        type: 'document',
        source: { type: 'content', content: [{ type: 'image', source: base64('image/png', 'QQ==') }] },
      },
    ),
  ],
  [
    'files in both spellings, and in the parts of a result',
    'gemini',
    gemini(
      { fileData: { fileUri: A, displayName: 'n' }, thought: false },
      { file_data: { file_uri: B, mime_type: 'image/gif' } },
      {
        functionResponse: {
          name: 'f',
          response: {},
          parts: [{ fileData: { fileUri: D, mimeType: 'application/pdf' } }],
        },
      },
    ),
    gemini(
      { inlineData: { mimeType: 'image/png', data: 'QQ==', displayName: 'n' }, thought: false },
      { inlineData: { mimeType: 'image/gif', data: 'Qg==' } },
      {
        functionResponse: {
          name: 'f',
          response: {},
          parts: [{ inlineData: { mimeType: 'application/pdf', data: 'RA==' } }],
        },
      },
    ),
  ],
  [
    'images and files of messages',
    'responses',
    {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: A, detail: 'low' },
            { type: 'image_url', image_url: { url: B } },
            { type: 'input_file', file_url: D, filename: 'x.pdf' },
            { type: 'file', file: { file_url: D } },
          ],
        },
      ],
    },
    {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: PNG_URL, detail: 'low' },
            { type: 'image_url', image_url: { url: GIF_URL } },
            { type: 'input_file', file_data: PDF_URL, filename: 'x.pdf' },
            { type: 'file', file: { file_data: PDF_URL, filename: 'document.pdf' } },
          ],
        },
      ],
    },
  ],
  [
    'images in outputs of tools, and screenshots',
    'responses',
    {
      input: [
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: A }] },
        { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: B } },
      ],
    },
    {
      input: [
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: PNG_URL }] },
        { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: GIF_URL } },
      ],
    },
  ],
];

/** None of these is an image by address. */
const LEFT: readonly (readonly [string, WireFormat, JsonObject])[] = [
  ['data', 'openai', openai({ type: 'image_url', image_url: { url: DATA } })],
  ['other schemes', 'openai', openai({ type: 'image_url', image_url: { url: 'ftp://p.example/a.png' } })],
  ['videos', 'openai', openai({ type: 'video_url', video_url: { url: A } })],
  [
    'arguments and schemas of tools',
    'anthropic',
    {
      tools: [{ name: 't', input_schema: { example: { type: 'image', source: { type: 'url', url: A } } } }],
      ...openai({ type: 'tool_use', id: 't', name: 't', input: { type: 'image', source: { type: 'url', url: A } } }),
    },
  ],
  ['stored files', 'anthropic', openai({ type: 'image', source: { type: 'file', file_id: 'file_1' } })],
  [
    'files at Google, videos, and what may be anything',
    'gemini',
    gemini(
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/a.png', mimeType: 'image/png' } },
      { fileData: { fileUri: 'gs://bucket/a.png', mimeType: 'image/png' } },
      { fileData: { fileUri: 'https://www.youtube.com/watch?v=a.png' } },
      { fileData: { fileUri: 'https://p.example/a.mp4', mimeType: 'video/mp4' } },
      { fileData: { fileUri: 'https://p.example/a' } },
    ),
  ],
  ['bare texts', 'responses', { input: A }],
];

describe('images by address', () => {
  it.each(CASES)('are inlined: %s (%s)', (_name, format, body, expected) => {
    const before = structuredClone(body);
    expect(inlineImages(format, body, FETCHED)).toEqual(expected);
    expect(body).toEqual(before);
    expect(imagesByAddress(format, expected)).toEqual([]);
  });

  it.each(CASES)('are found: %s (%s)', (_name, format, body) => {
    const text = JSON.stringify(body);
    const found = imagesByAddress(format, body);
    expect(found.map(({ url }) => url).sort()).toEqual([A, B, D].filter(url => text.includes(`"${url}"`)).sort());
    expect(found.every(({ url, kind }) => (kind === 'document') === (url === D))).toBe(true);
  });

  it.each(LEFT)('do not include %s (%s)', (_name, format, body) => {
    expect(imagesByAddress(format, body)).toEqual([]);
    expect(inlineImages(format, body, FETCHED)).toEqual(body);
  });

  it('stay unchanged when they were not fetched, or hold the other kind', () => {
    const body = openai({ type: 'image_url', image_url: { url: 'https://p.example/other.png' } });
    expect(inlineImages('openai', body, FETCHED)).toEqual(body);
    const crossed = openai({ type: 'image_url', image_url: { url: D } });
    expect(inlineImages('openai', crossed, FETCHED)).toEqual(crossed);
  });

  it.each(wireFormats)('may stand in bodies of any shape (%s)', format => {
    const odd = [null, 1, 'x', [], {}, [null], [{ content: 1, parts: null, output: 'x' }], [[{}]]];
    for (const value of odd) {
      const body: JsonObject = { messages: value, contents: value, input: value };
      expect(inlineImages(format, body, FETCHED)).toEqual(body);
    }
    const parts = [
      null,
      { type: 'image' },
      { type: 'image', source: 1 },
      { type: 'file', file: null },
      { fileData: [] },
    ];
    const deep = { messages: [{ content: parts }], contents: [{ parts }], input: [{ content: parts, output: parts }] };
    expect(inlineImages(format, deep, FETCHED)).toEqual(deep);
  });
});
