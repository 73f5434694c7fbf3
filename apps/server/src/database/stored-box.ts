import { followSealing, SecretBox, type Config } from '@platform';
import { type DataSource } from 'typeorm';

/** The box that opens and finds what a database keeps. @throws Error with a sentence when the master key is another one */
export async function storedBox(config: Config, database: DataSource): Promise<SecretBox> {
  const box = new SecretBox(config.masterKey, config.previousMasterKey);
  const runner = database.createQueryRunner();
  try {
    // A database of an earlier version hashes with its master key itself.
    const isKept = await runner.hasTable('sealing');
    if (!isKept || (await followSealing(runner, box))) return box;
    throw new Error('MASTER_KEY is not the key of this database; give the one that sealed it.');
  } finally {
    await runner.release();
  }
}
