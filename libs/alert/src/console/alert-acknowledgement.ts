import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { UnitOfWork, type Actor } from '@platform';
import { AlertEntity } from '../store/alert.entity';

/** Somebody has seen an alert and looks after it: no reminder follows, the end is still told. */
@Injectable()
export class AlertAcknowledgement {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The first one stays named. @throws AppError COMMON_RECORD_NOT_FOUND */
  async acknowledge({ username }: Actor, id: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const change = { acknowledgedBy: username, acknowledgedAtMs: Date.now() };
      const { affected } = await manager.update(AlertEntity, { id, acknowledgedAtMs: 0 }, change);
      if (affected === 1 || (await manager.existsBy(AlertEntity, { id }))) return;
      throw new AppError('COMMON_RECORD_NOT_FOUND');
    });
  }
}
