import { type TeamDetail } from '@contracts';
import { useState } from 'react';
import { StatementView } from '../../base/statement/StatementView';

/** Statements of a team by month, for its owner. */
export function TeamStatement({ team }: { readonly team: TeamDetail }) {
  const [month, setMonth] = useState('');
  return <StatementView owner={{ teamId: team.id }} month={month} onMonth={setMonth} />;
}
