import { sourceFiles, type SourceFile } from './source-files';

interface BannedWord {
  /** In names, comments, texts and test names alike. */
  readonly word: RegExp;
  readonly use: string;
  /** Files in which the word means something else, or is fixed from outside. */
  readonly except?: readonly string[];
}

/** Words that docs/glossary.md has replaced, with the word to use. */
const BANNED: readonly BannedWord[] = [
  {
    word: /[Pp]icture/,
    use: 'image',
    // Signed addresses of images are derived under a fixed label.
    except: ['libs/midjourney/src/image/image-addresses.ts', 'libs/platform/src/crypto/secret-box.ts'],
  },
  // A preset of the playground writes scripts for films.
  { word: /film(?!-maker)/i, use: 'video', except: ['frontend/src/features/playground/presets.ts'] },
  { word: /wish/i, use: 'request, or options' },
  { word: /verdict/i, use: 'error class, or outcome' },
  { word: /vendor/i, use: 'provider' },
  { word: /\bdoors?\b|Doors?\b/, use: 'routes' },
  { word: /\blosses\b|\bLosses\b|unplaced/i, use: 'dropped fields, or extra fields' },
  { word: /shelf/i, use: 'list' },
  { word: /\bHolds?\b(?=[,;>)\]]| \})|\bhold(Of|Id)\b/, use: 'reservation' },
  { word: /\bfor ever\b/i, use: 'forever, or the limit' },
  // A comment that begins so leans on the line above it, or is no sentence.
  { word: /^\s*(\/\*\*|\/\/|\*) ?(Of|The same)\b/, use: 'a sentence that stands by itself' },
];

const SELF = 'test/architecture/words.spec.ts';

function ours(): readonly SourceFile[] {
  return ['apps', 'libs', 'frontend', 'test', 'config'].flatMap(sourceFiles).filter(({ path }) => path !== SELF);
}

/** Lines of a file with the banned word, with their numbers. */
function linesWith({ path, text }: SourceFile, { word, use, except = [] }: BannedWord): readonly string[] {
  if (except.includes(path)) return [];
  return text
    .split('\n')
    .flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1} says ${word.source}; use ${use}`] : []));
}

describe('the words of the tree', () => {
  it.each(BANNED.map(banned => [banned.use, banned] as const))('say %s', (_use, banned) => {
    expect(ours().flatMap(file => linesWith(file, banned))).toEqual([]);
  });

  it('stand in file names, too', () => {
    const names = ours().filter(({ path }) =>
      BANNED.some(({ word, except = [] }) => word.test(path.split('/').slice(1).join('/')) && !except.includes(path)),
    );
    expect(names.map(({ path }) => path)).toEqual([]);
  });

  it('keep no exception that nothing needs any more', () => {
    const files = new Map(ours().map(file => [file.path, file.text]));
    const idle = BANNED.flatMap(({ word, except = [] }) => except.filter(path => !word.test(files.get(path) ?? '')));
    expect(idle).toEqual([]);
  });

  it('cite nothing outside the repository', () => {
    const citing = ours().filter(
      ({ path, text }) =>
        /\.\.\/shared\/(data|fixtures|guide|providers|review|spec|yardstick)/.test(text) &&
        !path.endsWith('recorded-files.ts'),
    );
    expect(citing.map(({ path }) => path)).toEqual([]);
  });
});
