import { Fields } from '../canonical/fields';
import { type JsonObject } from '../json/read-value';

/**
 * Fields of an object whose names may be in camel case or in snake case: Google's services accept both (proto3 JSON
 * mapping). They are read by their camel case name, and named in {@link rest} as the caller spelled them.
 */
export class CamelFields extends Fields {
  private readonly spelled: ReadonlyMap<string, string>;

  constructor(record: JsonObject) {
    const spelled = new Map<string, string>();
    for (const key of Object.keys(record)) {
      const camel = key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
      if (camel === key || !spelled.has(camel)) spelled.set(camel, key);
    }
    super(Object.fromEntries([...spelled].map(([camel, key]) => [camel, record[key]])));
    this.spelled = spelled;
  }

  override get rest(): readonly string[] {
    return super.rest.map(name => this.spelled.get(name) ?? name);
  }
}
