import { Type } from 'class-transformer';
import { Allow } from 'class-validator';

/** Page fields of a list; see pageRequest. Unreadable numbers count as missing, hence no check. */
export class PageQueryDto {
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly page_size?: number;
}
