import { wireFormats } from '@formats';
import { nameOfSample, SAMPLES } from '@providers/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatibilityPage } from './matrix';
import { chatColumns, chatOutcome, FETCHED } from './outcomes';

const PAGE = join(__dirname, '../../docs/compatibility.md');

describe('the compatibility matrix', () => {
  it('shows that every chat provider answers callers of every format, whole and streamed', () => {
    const plain = chatColumns.filter(({ name }) => name === 'chat' || name === 'stream');
    const holes = SAMPLES.filter(({ chat }) => chat.length > 0).flatMap(sample =>
      wireFormats.flatMap(format =>
        plain
          .filter(column => !('dropped' in chatOutcome(sample, format, column)))
          .map(({ name }) => `${nameOfSample(sample)} ${format} ${name}`),
      ),
    );
    expect(holes).toEqual([]);
  });

  it('names every field that does not reach a provider', () => {
    const silent = SAMPLES.flatMap(sample =>
      wireFormats.flatMap(format =>
        chatColumns.flatMap(column => {
          const outcome = chatOutcome(sample, format, column);
          if (!('dropped' in outcome) || outcome.dropped.length > 0) return [];
          // The provider gets the bytes of a fetched image and not its address.
          const stand = (mark: string) => (outcome.isFetched === true && /^https?:/.test(mark) ? FETCHED.data : mark);
          const missing = column.marks.filter(mark => !outcome.sent.includes(stand(mark)));
          return missing.map(mark => `${nameOfSample(sample)} ${format} ${column.name}: ${mark}`);
        }),
      ),
    );
    expect(silent).toEqual([]);
  });

  it('stands in docs/compatibility.md as it is computed', () => {
    const page = compatibilityPage();
    if (process.env.UPDATE_COMPATIBILITY === '1') writeFileSync(PAGE, page);
    // The comparison is line by line, so that a failure shows the rows that differ. UPDATE_COMPATIBILITY=1 writes the
    // page.
    expect(readFileSync(PAGE, 'utf8').split('\n')).toEqual(page.split('\n'));
  });
});
