import { type TaskRow } from '@task';
import { defaultPriceOf, modelsOf, pricesOf } from './midjourney-price';
import { hookUrlOf, propertiesOf } from '../task/submit-properties';
import { upstreamBody, withoutModeWords } from './upstream-body';

const choices = { callbackUrl: null, isAccountFilterSent: false, mode: null } as const;

describe('the body for the upstream', () => {
  const body = {
    prompt: 'a fox',
    notifyHook: 'https://caller.example/hook',
    accountFilter: { remix: true },
    strong: 1,
  };

  it('keeps fields that nobody knows, and never sends the hook of the caller', () => {
    expect(upstreamBody(body, choices)).toEqual({ prompt: 'a fox', strong: 1 });
  });

  it('has the hook of the gateway in place of the caller’s', () => {
    const sent = upstreamBody(body, { ...choices, callbackUrl: 'https://gw.example/mj/notify/x' });
    expect(sent.notifyHook).toBe('https://gw.example/mj/notify/x');
  });

  it('has the account filter when that is allowed, with the mode that is charged', () => {
    expect(upstreamBody(body, { ...choices, isAccountFilterSent: true }).accountFilter).toEqual({ remix: true });
    const turbo = { ...body, accountFilter: { remix: true, modes: ['FAST', 'TURBO'] } };
    const sent = upstreamBody(turbo, { ...choices, isAccountFilterSent: true, mode: 'mj-relax' });
    expect(sent.accountFilter).toEqual({ remix: true, modes: ['RELAX'] });
    expect(upstreamBody({}, { ...choices, mode: 'mj-relax' })).toEqual({});
  });
});

describe('words of a mode in a prompt', () => {
  it.each([
    ['a fox --fast', 'a fox'],
    ['--turbo a fox --relax --ar 3:2', 'a fox --ar 3:2'],
    ['a --fast --fast fox', 'a fox'],
    ['a fox --faster --ar 3:2', 'a fox --faster --ar 3:2'],
    ['a fox  with two blanks', 'a fox  with two blanks'],
    ['--fast', ''],
  ])('"%s" becomes "%s"', (prompt, cleared) => expect(withoutModeWords(prompt)).toBe(cleared));
});

describe('what a row keeps of a call', () => {
  const imageTask = {
    action: 'IMAGINE',
    parentId: null,
    prompt: 'a fox data:image/png;base64,AAAA+/= end',
    facts: {},
  } as const;

  it('contains no image data', () => {
    const kept = propertiesOf({ base64Array: ['data:image/png;base64,AAAA'], state: 's'.repeat(300) }, imageTask, null);
    expect(kept).toEqual({ prompt: 'a fox data:… end', state: 's'.repeat(255) });
  });

  it('is the prompt of the parent where the call has none', () => {
    const parent = { properties: JSON.stringify({ prompt: 'a boat' }) } as TaskRow; // read for nothing else
    const kept = propertiesOf({}, { action: 'MODAL', parentId: '7', prompt: null, facts: {} }, parent);
    expect(kept).toEqual({ prompt: 'a boat', taskId: '7' });
  });

  it('contains a hook only when it is a web address', () => {
    expect(hookUrlOf({ notifyHook: 'https://a.example/h' })).toBe('https://a.example/h');
    expect(
      ['file:///etc', 'javascript:1', '', `https://a.example/${'x'.repeat(2000)}`, 5].map(notifyHook =>
        hookUrlOf({ notifyHook }),
      ),
    ).toEqual([null, null, null, null, null]);
  });
});

describe('names and prices', () => {
  const namesOf = (...order: Parameters<typeof pricesOf>) => pricesOf(...order).map(({ model }) => model);

  it('prefers the price of the mode', () => {
    expect(namesOf('IMAGINE', 'mj-turbo')).toEqual(['mj_turbo_imagine', 'mj_imagine']);
    expect(namesOf('SWAP_FACE', 'mj-fast')).toEqual(['mj_fast_swap_face', 'swap_face']);
    expect(namesOf('REROLL', null)).toEqual(['mj_reroll']);
  });

  it('finds uploads under both of their names', () => {
    expect(modelsOf('UPLOAD')).toEqual(['mj_upload', 'mj_uploads']);
    expect(namesOf('UPLOAD', 'mj-relax')).toEqual(['mj_relax_upload', 'mj_relax_uploads', 'mj_upload', 'mj_uploads']);
  });

  it('has a default price for every action except those whose upstream price differs between accounts', () => {
    expect([defaultPriceOf('IMAGINE'), defaultPriceOf('UPSCALE'), defaultPriceOf('INPAINT')]).toEqual([0.1, 0.05, 0]);
    const unpriced = ['VIDEO', 'EDITS', 'RETEXTURE', 'SWAP_VIDEO_FACE'] as const;
    expect(unpriced.map(defaultPriceOf)).toEqual([null, null, null, null]);
  });
});
