import { en } from './en';
import { payment } from './en/payment';
import { zh } from './zh';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

function flat(dictionary: Texts): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(dictionary).flatMap(([area, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${area}.${plainKey(key)}`, text] as const),
    ),
  );
}

/** English has two texts for some keys, one of them for a single thing. */
function plainKey(key: string): string {
  return key.split('|', 1)[0] ?? key;
}

function variablesOf(text = ''): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)(?:, number)?\}\}/g)].map(([, name]) => name ?? '').sort();
}

const english = flat({ ...en, payment });
const chinese = flat(zh);

describe('the languages of the console', () => {
  it('have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have no empty text', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('use the same variables in each text', () => {
    const different = [...english].filter(
      ([key, text]) => variablesOf(text).join() !== variablesOf(chinese.get(key)).join(),
    );
    expect(different).toEqual([]);
  });

  it('have no untranslated sentence', () => {
    const same = [...english].filter(([key, text]) => text.includes(' ') && chinese.get(key) === text);
    expect(same).toEqual([]);
  });
});
