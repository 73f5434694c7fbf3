import { type Statement, type StatementFormat, type StatementLanguage } from '@contracts';
import { baseApi } from '../../api/base-api';
import { readFileAnswer, type FileAnswer } from '../../api/file-answer';
import { saveFile } from '../../shared/browser/save-file';

/** Whose statement it is: the reader's where nobody is named. */
export type StatementOwner = { readonly userId: number | null } | { readonly teamId: number };

/** A month of somebody. */
export type StatementOf = StatementOwner & { readonly month: string };

/** A statement as it is taken away. */
export type StatementFileOf = StatementOf & {
  readonly format: StatementFormat;
  readonly language: StatementLanguage;
};

/** Long months of a large user take some seconds. */
const EXPORT_TIMEOUT_MS = 120_000;

function addressOf(owner: StatementOf): { readonly url: string; readonly params: Readonly<Record<string, unknown>> } {
  const { month } = owner;
  if ('teamId' in owner) return { url: 'statement/team', params: { month, team_id: owner.teamId } };
  if (owner.userId === null) return { url: 'statement/self', params: { month } };
  return { url: 'statement', params: { month, user_id: owner.userId } };
}

const statementApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getStatement: build.query<Statement, StatementOf>({
      query: owner => addressOf(owner),
      providesTags: ['Log'],
    }),
    /** Saves the statement as a file on the user's computer; a file is no data, so the store never holds it. */
    exportStatement: build.mutation<null, StatementFileOf>({
      queryFn: async ({ format, language, ...owner }, _api, _options, send) => {
        const { url, params } = addressOf(owner);
        const { data, error } = await send({
          url: `${url}/export`,
          params: { ...params, format, language },
          responseHandler: readFileAnswer,
          timeout: EXPORT_TIMEOUT_MS,
        });
        if (error) return { error };
        saveFile(`statement-${owner.month}.${format}`, (data as FileAnswer).file); // the response handler above returns a file
        return { data: null };
      },
    }),
  }),
});

export const { useGetStatementQuery, useExportStatementMutation } = statementApi;
