import { RegistrationCodeStatus } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Database, SecretBox } from '@platform';
import { In, IsNull, type EntityManager } from 'typeorm';
import { newCode, shownCode } from './code-text';
import { RegistrationCodeEntity, type RegistrationCode } from './registration-code.entity';
import { RegistrationUseEntity } from './registration-use.entity';

/** What all codes of one call share. */
export type CodeTerms = Pick<
  RegistrationCodeEntity,
  'note' | 'group' | 'quota' | 'usesMax' | 'createdBy' | 'createdAtMs' | 'expiresAtMs'
>;

/** Rows of registration codes and of their uses. Deleted codes are never found. */
@Injectable()
export class RegistrationCodeStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  find(id: number): Promise<RegistrationCode | null> {
    return this.database.read.findOneBy(RegistrationCodeEntity, { id, deletedAtMs: IsNull() });
  }

  /** @param code without dashes, in lower case */
  findByCode(code: string): Promise<RegistrationCode | null> {
    return this.database.read.findOneBy(RegistrationCodeEntity, {
      codeHash: this.hashOf(code),
      deletedAtMs: IsNull(),
    });
  }

  /** Finds a code as a unit of work sees it. */
  findInUnit(manager: EntityManager, code: string): Promise<RegistrationCode | null> {
    return manager.findOneBy(RegistrationCodeEntity, { codeHash: this.hashOf(code), deletedAtMs: IsNull() });
  }

  /** Makes codes with the same terms. @returns their rows, the oldest first */
  async insertAll(manager: EntityManager, terms: CodeTerms, count: number): Promise<readonly RegistrationCode[]> {
    const rows = Array.from({ length: count }, newCode).map(code => ({
      ...terms,
      codeHash: this.hashOf(code),
      codeSealed: this.secrets.seal('registration-code', code),
      uses: 0,
      status: RegistrationCodeStatus.Enabled,
      deletedAtMs: null,
    }));
    await manager.insert(RegistrationCodeEntity, rows);
    const codeHash = In(rows.map(row => row.codeHash));
    return manager.find(RegistrationCodeEntity, { where: { codeHash }, order: { id: 'ASC' } });
  }

  /**
   * Takes one use of a code that still has one: the condition stands in the statement that counts, so that of two people
   * on two nodes one gets the last use.
   *
   * @returns the code, or null when it lets nobody in any more
   */
  async spend(manager: EntityManager, code: string, userId: number): Promise<RegistrationCode | null> {
    const codeHash = this.hashOf(code);
    const nowMs = Date.now();
    const { affected } = await manager
      .createQueryBuilder()
      .update(RegistrationCodeEntity)
      .set({ uses: () => 'uses + 1' })
      .where('code_hash = :codeHash AND status = :status AND deleted_at_ms IS NULL AND uses < uses_max', {
        codeHash,
        status: RegistrationCodeStatus.Enabled,
      })
      .andWhere('(expires_at_ms = 0 OR expires_at_ms > :nowMs)', { nowMs })
      .execute();
    if (affected !== 1) return null;
    const row = await manager.findOneByOrFail(RegistrationCodeEntity, { codeHash });
    await manager.insert(RegistrationUseEntity, { codeId: row.id, userId, usedAtMs: nowMs });
    return row;
  }

  /** Changes a code that was not deleted. @returns whether there is one */
  async change(
    manager: EntityManager,
    id: number,
    change: Partial<Pick<RegistrationCodeEntity, 'status' | 'deletedAtMs'>>,
  ): Promise<boolean> {
    const { affected } = await manager.update(RegistrationCodeEntity, { id, deletedAtMs: IsNull() }, change);
    return affected === 1;
  }

  /** Who used a code, the latest first. */
  usesOf(codeId: number, page: { readonly skip: number; readonly take: number }) {
    return this.database.read.findAndCount(RegistrationUseEntity, {
      where: { codeId },
      order: { id: 'DESC' },
      ...page,
    });
  }

  hashOf(code: string): string {
    return this.secrets.hash('registration-code', code);
  }

  /** The code as people see it. */
  shown({ codeSealed }: Pick<RegistrationCode, 'codeSealed'>): string {
    return shownCode(this.secrets.open('registration-code', codeSealed));
  }
}
