/** Colours that can be told apart beside each other; the style sheet of tokens has them for each theme. */
const COLORS = [
  'var(--chart-model-1)',
  'var(--chart-model-2)',
  'var(--chart-model-3)',
  'var(--chart-model-4)',
  'var(--chart-model-5)',
  'var(--chart-model-6)',
  'var(--chart-model-7)',
  'var(--chart-model-8)',
  'var(--chart-model-9)',
  'var(--chart-model-10)',
  'var(--chart-model-11)',
  'var(--chart-model-12)',
] as const;

/** The colour of all other models together. */
export const OTHER_MODELS_COLOR = 'var(--chart-model-others)';

/** The places of models that were shown; a place is that of a colour. */
const places = new Map<string, number>();
const PLACES = COLORS.length;

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

/** The place that its name gives a model, or the next one that no model has taken before. */
function placeOf(model: string): number {
  const known = places.get(model);
  if (known !== undefined) return known;
  const taken = new Set(places.values());
  const wanted = hashOf(model) % PLACES;
  const free = Array.from({ length: PLACES }, (_, step) => (wanted + step) % PLACES).find(place => !taken.has(place));
  const place = free ?? wanted;
  places.set(model, place);
  return place;
}

/** The colour of a model, the same on every page and in every chart, as a value of a style sheet. */
export function modelColor(model: string): string {
  return COLORS[placeOf(model)] ?? OTHER_MODELS_COLOR;
}
