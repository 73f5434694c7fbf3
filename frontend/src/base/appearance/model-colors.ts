import { type Theme } from './theme';

/** Colours that can be told apart beside each other and on the ground of the theme. */
const palettes: Readonly<Record<Theme, readonly string[]>> = {
  light: [
    '#2d72d2',
    '#d1980b',
    '#238551',
    '#d33d17',
    '#9d3f9d',
    '#00a396',
    '#db2c6f',
    '#7961db',
    '#8eb125',
    '#946638',
    '#147eb3',
    '#c87619',
  ],
  dark: [
    '#4c90f0',
    '#f0b726',
    '#32a467',
    '#eb6847',
    '#bd6bbd',
    '#13c9ba',
    '#f5498b',
    '#9881f3',
    '#b6d94c',
    '#af855a',
    '#3fa6da',
    '#ec9a3c',
  ],
};

/** The colour of all other models together. */
export const OTHER_MODELS_COLOR = '#8f99a8';

/** The places of models that were shown; a place is that of a colour in every palette. */
const places = new Map<string, number>();
const PLACES = palettes.light.length;

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

/** The colour of a model, the same on every page and in every chart. */
export function modelColor(model: string, theme: Theme): string {
  return palettes[theme][placeOf(model)] ?? OTHER_MODELS_COLOR;
}
