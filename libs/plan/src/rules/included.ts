import { fitsPattern } from '@kernel';
import { type StoredTerms } from './plan.entity';

/** Says of which calls a plan pays: prepared once, asked by every call of whoever has the plan. */
export class Included {
  private readonly names: ReadonlySet<string>;
  private readonly patterns: readonly string[];
  private readonly groups: ReadonlySet<string>;

  constructor({ models, groups }: Pick<StoredTerms, 'models' | 'groups'>) {
    this.names = new Set(models.filter(name => !name.includes('*')));
    this.patterns = models.filter(name => name.includes('*'));
    this.groups = new Set(groups);
  }

  has(group: string, model: string): boolean {
    if (this.groups.size > 0 && !this.groups.has(group)) return false;
    if (this.names.size === 0 && this.patterns.length === 0) return true;
    return this.names.has(model) || this.patterns.some(pattern => fitsPattern(pattern, model));
  }
}
