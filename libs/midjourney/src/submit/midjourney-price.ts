import { IMAGE_TASK_UPLOAD_ALIAS, imageTaskModels, type ImageTaskAction, type ImageTaskMode } from '@contracts';
import { type PriceChoice } from '@providers';

const USUAL_PRICE = 0.1;
/** Price in currency units when no name of the action has one. Opening a dialog is free; submitting it is charged. */
const defaultPrices: Readonly<Partial<Record<ImageTaskAction, number | null>>> = {
  DESCRIBE: 0.05,
  UPSCALE: 0.05,
  UPLOAD: 0.05,
  SWAP_FACE: 0.05,
  INPAINT: 0,
  CUSTOM_ZOOM: 0,
  // The upstream price of these differs between accounts.
  VIDEO: null,
  EDITS: null,
  RETEXTURE: null,
  SWAP_VIDEO_FACE: null,
};

/** Model names under which channels list an action; the first one is used in logs. */
export function modelsOf(action: ImageTaskAction): readonly string[] {
  const model = imageTaskModels[action];
  return action === 'UPLOAD' ? [model, IMAGE_TASK_UPLOAD_ALIAS] : [model];
}

/** Model names under which an action may have a price, best first: `mj_turbo_imagine` before `mj_imagine`. */
export function pricesOf(action: ImageTaskAction, mode: ImageTaskMode | null): readonly PriceChoice[] {
  const models = modelsOf(action);
  const names = mode === null ? models : [...models.map(model => inMode(model, mode)), ...models];
  return names.map(model => ({ model, factor: 1 }));
}

/** @returns null for an action that is refused when no price is set */
export function defaultPriceOf(action: ImageTaskAction): number | null {
  const price = defaultPrices[action];
  return price === undefined ? USUAL_PRICE : price;
}

function inMode(model: string, mode: ImageTaskMode): string {
  return `${mode.replace('-', '_')}_${model.replace(/^mj_/, '')}`;
}
