import { Injectable } from '@nestjs/common';
import { type GroupLabels, type OptionValues } from '@contracts';
import { Options } from '@option';
import { allGroups, groupLabels, primaryGroup, publicGroups, usableGroups, type GroupSettings } from './groups';

/** The groups of an account, derived from its stored group text at this moment. */
interface AccountGroups {
  /** Groups the account may use, `default` first. */
  readonly usable: readonly string[];
  /** The first of the account's own groups: decides prices where no token names a group. */
  readonly primary: string;
  /** Usable group to label. */
  readonly labels: GroupLabels;
}

/** Most group texts remembered at once; there are few different ones. */
const REMEMBERED_MAX = 1000;

/** Which groups exist, and which of them an account may use; worked out once per change of the group options. */
@Injectable()
export class UsableGroups {
  private madeOf: OptionValues | null = null;
  private settings: GroupSettings | null = null;
  private readonly remembered = new Map<string, AccountGroups>();

  constructor(private readonly options: Options) {}

  /** @param userGroup stored group text of an account: one name or a comma list */
  groupsOf(userGroup: string): AccountGroups {
    const settings = this.currentSettings();
    const known = this.remembered.get(userGroup);
    if (known) return known;
    const usable = usableGroups(userGroup, settings);
    const groups = { usable, primary: primaryGroup(userGroup), labels: groupLabels(usable, settings) };
    if (this.remembered.size < REMEMBERED_MAX) this.remembered.set(userGroup, groups);
    return groups;
  }

  /** Groups for visitors who are not signed in. */
  public(): readonly string[] {
    return publicGroups(this.currentSettings());
  }

  /** The labels of these groups on pages. */
  labelsOf(names: readonly string[]): GroupLabels {
    return groupLabels(names, this.currentSettings());
  }

  /** Every group, hidden ones included. */
  all(): readonly string[] {
    return allGroups(this.currentSettings());
  }

  private currentSettings(): GroupSettings {
    const values = this.options.current;
    if (this.settings === null || values !== this.madeOf) {
      this.madeOf = values;
      this.remembered.clear();
      this.settings = {
        groupRatio: values.GroupRatio,
        displayNames: values.GroupDisplayNames,
        hiddenGroups: values.HiddenGroups,
      };
    }
    return this.settings;
  }
}
