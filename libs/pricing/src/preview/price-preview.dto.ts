import { type PriceOptionKey, type PricePreviewRequest } from '@contracts';
import { IsObject } from 'class-validator';

/** The options are checked one by one as saving does, not here. */
export class PricePreviewDto implements PricePreviewRequest {
  @IsObject()
  readonly options!: Readonly<Partial<Record<PriceOptionKey, string>>>;
}
