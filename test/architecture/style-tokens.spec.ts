import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES = join(__dirname, '../../frontend/src/styles');
const TOKENS = 'tokens.css';

interface Declaration {
  readonly file: string;
  readonly property: string;
  readonly value: string;
}

function read(file: string): string {
  return readFileSync(join(STYLES, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
}

function declarationsIn(file: string): readonly Declaration[] {
  const found = read(file).matchAll(/([a-z-]+)\s*:\s*([^;{}]+);/g);
  return [...found].map(([, property = '', value = '']) => ({ file, property, value: value.replaceAll(/\s+/g, ' ') }));
}

const COLOR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\(|--bp-palette|(?:^| )(?:white|black|gr[ae]y|silver|red|orange|gold|yellow|green|lime|teal|blue|navy|purple|violet|pink)\b/i;
const SPACE = /^(?:gap|row-gap|column-gap|padding.*|margin.*)$/;
/** The spaces that have a token. */
const SPACES = /(?:^|[ -])(?:2|4|6|8|12|16|20|24)px\b/;
const SIZES = /^(?:12|13|16|20)px/;

/** Why a declaration should name a token; empty when it does, or need not. */
function faultOf({ property, value }: Declaration): string {
  if (COLOR.test(value)) return 'colour';
  if (property === 'box-shadow' && !/^(?:none|var\(--shadow-[a-z]+\))(?: !important)?$/.test(value)) return 'shadow';
  if (/radius/.test(property) && /\dpx|50%/.test(value)) return 'radius';
  if (/^(?:animation|transition)/.test(property) && /\d(?:ms|s)\b/.test(value)) return 'duration';
  if (SPACE.test(property) && SPACES.test(value)) return 'space';
  return property === 'font-size' && SIZES.test(value) ? 'size' : '';
}

const sheets = readdirSync(STYLES).filter(file => file.endsWith('.css') && file !== TOKENS);
const declarations = sheets.flatMap(declarationsIn);
/** Charts take their colours by name. */
const chartFiles = [
  '../features/overview/OverviewCharts.tsx',
  '../features/dashboard/chart-look.ts',
  '../base/appearance/model-colors.ts',
];
const tokens = [...read(TOKENS).matchAll(/(--[a-z\d-]+)\s*:/g)].map(([, name = '']) => name);

describe('the style sheets of the console', () => {
  it('name a token for every colour, shadow, radius, duration and space', () => {
    expect(declarations.length).toBeGreaterThan(500);
    const faults = declarations.map(one => ({ ...one, fault: faultOf(one) })).filter(({ fault }) => fault !== '');
    expect(faults.map(({ file, fault, property, value }) => `${file}: ${fault} in ${property}: ${value}`)).toEqual([]);
  });

  it('name only tokens that exist', () => {
    const named = declarations.flatMap(({ value }) =>
      [...value.matchAll(/var\((--[a-z\d-]+)/g)].map(([, name]) => name),
    );
    const own = new Set([...tokens, ...declarations.map(({ property }) => property)]);
    expect([...new Set(named)].filter(name => !name?.startsWith('--bp-') && !own.has(name ?? ''))).toEqual([]);
  });

  it('use every token', () => {
    const texts = [...sheets.map(read), read(TOKENS), ...chartFiles.map(read)].join('\n');
    const own = [...new Set(tokens)].filter(name => !name.startsWith('--bp-'));
    expect(own.filter(name => !texts.includes(`var(${name})`))).toEqual([]);
  });

  it('are the only place of colours', () => {
    const root = join(STYLES, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !/\.test\.|^i18n/.test(file))
      .filter(file => /#[\da-f]{6}\b/i.test(readFileSync(join(root, file), 'utf8')));
    expect(files).toEqual([]);
  });

  it.each([
    ['color', '#fff', 'colour'],
    ['background', 'rgb(0 0 0 / 20%)', 'colour'],
    ['border', '1px solid white', 'colour'],
    ['box-shadow', '0 0 4px var(--line)', 'shadow'],
    ['border-radius', '4px', 'radius'],
    ['transition', 'opacity 200ms', 'duration'],
    ['padding', '0 8px', 'space'],
    ['font-size', '12px', 'size'],
    ['padding', '0 var(--space-4)', ''],
    ['white-space', 'nowrap', ''],
  ])('are found when they say %s: %s', (property, value, fault) => {
    expect(faultOf({ file: '', property, value })).toBe(fault);
  });
});

describe('the page of all patterns', () => {
  it('is no part of the build, which begins at one page', () => {
    const built = join(__dirname, '../../dist/frontend');
    const html = existsSync(built) ? readdirSync(built).filter(file => file.endsWith('.html')) : ['index.html'];
    expect(html).toEqual(['index.html']);
  });
});
