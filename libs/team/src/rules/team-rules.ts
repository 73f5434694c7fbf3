import { joinList, splitList, TEAM_LIST_MAX, TEAM_NAME_MAX } from '@contracts';
import { AppError } from '@kernel';

/** @throws AppError TEAM_NAME for an empty, too long or unprintable name */
export function checkedTeamName(text: string): string {
  const name = text.trim();
  if (name === '' || Array.from(name).length > TEAM_NAME_MAX || /\p{Cc}/u.test(name)) {
    throw new AppError('TEAM_NAME', { params: { max: TEAM_NAME_MAX } });
  }
  return name;
}

/** A list as it is stored. @throws AppError COMMON_INVALID_INPUT for one that is too long */
export function checkedNames(names: readonly string[]): string {
  const list = joinList(splitList(names.join(',')));
  if (list.length > TEAM_LIST_MAX) {
    throw new AppError('COMMON_INVALID_INPUT', {
      params: { detail: `a list has at most ${TEAM_LIST_MAX} characters` },
    });
  }
  return list;
}
