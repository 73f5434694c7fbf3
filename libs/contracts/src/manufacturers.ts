/** The tags offered in the model catalogue; the stored text may hold others. */
export const modelTags = [
  'chat',
  'drawing',
  'reasoning',
  'deprecated',
  'video',
  'voice',
  'text to speech',
  'speech to text',
  'GPTS',
  'vision',
  'HD',
  'multimodal',
  'image analysis',
  'file analysis',
  'web',
] as const;
export type ModelTag = (typeof modelTags)[number];

export interface ManufacturerModel {
  readonly model_name: string;
  /** The tags; new ones may be typed in. */
  readonly type: readonly string[];
  readonly illustrate: string;
}

/** An element of the option Manufacturers. The capital first field is how it has always been stored. */
export interface Manufacturer {
  readonly Manufacturer: string;
  /** The image as data, or its address. */
  readonly icon: string;
  /** Rich text: HTML when it contains tags, otherwise Markdown. */
  readonly description: string;
  readonly models: readonly ManufacturerModel[];
}
