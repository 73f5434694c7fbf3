import { isAppError, type JsonObject } from '@kernel';
import { type FormFile } from '@providers';
import { submitRoutes } from './submit-routes';

type Files = readonly FormFile[] | null;

function part(field: string, size = 1): FormFile {
  return { field, filename: '', mime: '', bytes: Buffer.alloc(size) };
}

function read(path: string, body: JsonObject, files: Files = null) {
  const route = submitRoutes.find(known => known.path === path);
  if (!route) throw new Error(`no route ${path}`);
  return route.read(body, files);
}

function codeFor(path: string, body: JsonObject, files: Files = null): string {
  try {
    read(path, body, files);
    return 'none';
  } catch (error) {
    return isAppError(error) ? error.code : 'unexpected';
  }
}

describe('a submit request', () => {
  it.each([
    ['submit/imagine', {}, 'DRAWING_PROMPT'],
    ['submit/imagine', { prompt: '  ' }, 'DRAWING_PROMPT'],
    ['submit/imagine', { prompt: ['a fox'] }, 'DRAWING_PROMPT'],
    ['submit/shorten', { prompt: '' }, 'DRAWING_PROMPT'],
    ['submit/edits', { image: 'https://a.example/x.png' }, 'DRAWING_PROMPT'],
    ['submit/edit', { image: 'https://a.example/x.png' }, 'DRAWING_PROMPT'],
    ['submit/retexture', { image: 'https://a.example/x.png' }, 'DRAWING_PROMPT'],
    ['submit/video', { motion: 'low' }, 'DRAWING_PROMPT'],
    ['submit/video', { action: 'extend', prompt: 'go on' }, 'DRAWING_TASK_ID'],
    ['submit/change', { action: 'UPSCALE', index: 1 }, 'DRAWING_TASK_ID'],
    ['submit/change', { taskId: '1' }, 'DRAWING_ACTION'],
    ['submit/change', { taskId: '1', action: 'UPSCALE' }, 'DRAWING_INDEX'],
    ['submit/change', { taskId: '1', action: 'VARIATION', index: 0 }, 'DRAWING_INDEX'],
    ['submit/change', { taskId: '1', action: 'VARIATION', index: 5 }, 'DRAWING_INDEX_PARSE'],
    ['submit/change', { taskId: '1', action: 'IMAGINE', index: 1 }, 'DRAWING_UNKNOWN_ACTION'],
    ['submit/simple-change', {}, 'DRAWING_CONTENT'],
    ['submit/simple-change', { content: '1 U5' }, 'DRAWING_CONTENT_PARSE'],
    ['submit/simple-change', { content: '1 U' }, 'DRAWING_CONTENT_PARSE'],
    ['submit/simple-change', { content: '1  U1' }, 'DRAWING_CONTENT_PARSE'],
    ['submit/simple-change', { content: '1 U1 x' }, 'DRAWING_CONTENT_PARSE'],
    ['submit/simple-change', { content: '1 R1' }, 'DRAWING_CONTENT_PARSE'],
    ['submit/action', { customId: 'MJ::CustomZoom::x' }, 'DRAWING_TASK_ID'],
    ['submit/action', { taskId: '1' }, 'DRAWING_CUSTOM_ID'],
    ['submit/modal', { prompt: 'a fox' }, 'DRAWING_TASK_ID'],
    ['insight-face/swap', { sourceBase64: 'data:' }, 'DRAWING_SWAP'],
    ['insight-face/swap', { targetBase64: 'data:' }, 'DRAWING_SWAP'],
  ])('to %s with %j is refused with %s', (path, body, code) => expect(codeFor(path, body)).toBe(code));

  it.each([
    ['submit/imagine', { prompt: ' a fox ' }, 'IMAGINE', null, ' a fox '],
    ['submit/describe', { base64: 'data:' }, 'DESCRIBE', null, ''],
    ['submit/blend', { base64Array: [] }, 'BLEND', null, ''],
    ['submit/edit', { prompt: 'a hat' }, 'EDITS', null, 'a hat'],
    ['submit/retexture', { prompt: 'of brass' }, 'RETEXTURE', null, 'of brass'],
    ['submit/upload-discord-images', {}, 'UPLOAD', null, ''],
    [
      'insight-face/swap',
      { sourceUrl: 'https://a.example/x', targetBase64: 'data:' },
      'SWAP_FACE',
      null,
      'InsightFace',
    ],
    ['submit/modal', { taskId: '7', prompt: ' ' }, 'MODAL', '7', null],
    ['submit/modal', { taskId: '7', prompt: 'a fox' }, 'MODAL', '7', 'a fox'],
    ['submit/change', { taskId: '7', action: 'REROLL' }, 'REROLL', '7', null],
    ['submit/video', { taskId: '7', action: 'extend', index: 2 }, 'VIDEO', '7', null],
    ['submit/video', { image: 'https://a.example/x' }, 'VIDEO', null, ''],
  ])('to %s with %j is the action %s', (path, body, action, parentId, prompt) => {
    expect(read(path, body)).toMatchObject({ action, parentId, prompt });
  });

  it.each([
    ['1760 U2', 'UPSCALE', { index: 2 }],
    ['1760 v3', 'VARIATION', { index: 3 }],
    ['1760 r', 'REROLL', {}],
  ])('may have the short form "%s"', (content, action, facts) => {
    expect(read('submit/simple-change', { content })).toEqual({ action, parentId: '1760', prompt: null, facts });
  });

  it.each([
    [{}, [part('source'), part('target')]],
    [{}, [part('sourceFile'), part('targetFile')]],
    [{ sourceBase64: 'data:' }, [part('target')]],
    [{ sourceUrl: 'https://a.example/x.png', targetUrl: 'https://a.example/x.mp4' }, []],
  ])('may have the face and the video of a form in the fields %j and the files %j', (body, files) => {
    expect(read('insight-face/video-swap', body, files)).toMatchObject({
      action: 'SWAP_VIDEO_FACE',
      parentId: null,
      prompt: 'InsightFace',
    });
  });

  it.each([
    [{}, []],
    [{}, [part('source'), part('source')]],
    [{}, [part('source'), part('target', 0)]],
    [{ targetUrl: ' ' }, [part('source')]],
  ])('is refused when the fields %j and the files %j lack the face or the video', (body, files) => {
    expect(codeFor('insight-face/video-swap', body, files)).toBe('DRAWING_SWAP');
  });

  it('may have numbers in place of strings, and strings in place of numbers', () => {
    expect(read('submit/change', { taskId: 1760, action: 'UPSCALE', index: '2' })).toMatchObject({
      parentId: '1760',
      facts: { index: 2 },
    });
  });
});
