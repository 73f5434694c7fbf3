import { ChannelCatalog, draftChannel, type CatalogChannel } from '@channel';
import { type ChannelModelFetch, type ChannelSave } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '@platform';
import { adapterFor, type ModelListCapability } from '@providers';
import { targetOf } from '../attempt/attempt';
import { AccountCalls, detailOf, statusText, type AccountAnswer } from './account-calls';

/** The time limit of a whole list, however many pages it has. */
const LIST_LIMIT_MS = 10_000;
/** No provider has as many pages; this limit stops one that never ends its list. */
const PAGES_MAX = 50;

/** Asks providers which models an account can call. */
@Injectable()
export class ModelListProbe {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly box: SecretBox,
    private readonly calls: AccountCalls,
  ) {}

  /**
   * The provider's list of models for a saved channel: sorted, each name once.
   *
   * @throws AppError CHANNEL_FETCH_UNSUPPORTED for types and accounts whose provider has no such list,
   *   CHANNEL_FETCH_FAILED
   */
  async modelsOf(channel: CatalogChannel): Promise<readonly string[]> {
    const capability = adapterFor(channel.type)?.models;
    try {
      if (!capability || capability.isOffered?.(targetOf(channel)) === false) {
        throw new AppError('CHANNEL_FETCH_UNSUPPORTED');
      }
      return await this.pagesOf(channel, capability);
    } catch (error) {
      if (isAppError(error)) throw error;
      throw new AppError('CHANNEL_FETCH_FAILED', { cause: error, params: { detail: detailOf(error) } });
    }
  }

  /**
   * The provider's list of models for a form that is not saved yet; the first of several keys is used.
   *
   * @throws AppError CHANNEL_FETCH_UNSUPPORTED, CHANNEL_KEY_REQUIRED, CHANNEL_FETCH_FAILED, and CHANNEL_* with what is
   *   wrong with the form
   */
  async modelsFor(form: ChannelModelFetch): Promise<readonly string[]> {
    if (!adapterFor(form.type)?.models) throw new AppError('CHANNEL_FETCH_UNSUPPORTED');
    const saved = (form.id === undefined ? undefined : this.catalog.current.byId(form.id)) ?? null;
    const channel = draftChannel(fieldsOf(form), saved, this.box);
    const hasTypedKey = (form.key ?? '').trim() !== '';
    if (!hasTypedKey && !(saved && isSamePlace(channel, saved))) throw new AppError('CHANNEL_KEY_REQUIRED');
    return this.modelsOf(channel);
  }

  private async pagesOf(channel: CatalogChannel, capability: ModelListCapability): Promise<readonly string[]> {
    const endsAt = Date.now() + LIST_LIMIT_MS;
    const target = await this.calls.targetFor(channel);
    if ('refusal' in target) throw failed(target.refusal);
    const names = new Set<string>();
    let page: string | undefined;
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const request = capability.buildRequest(target, page);
      const answer = await this.calls.ask(request, channel, { totalMs: Math.max(1, endsAt - Date.now()) });
      if (answer.status !== 200) throw failed(answer);
      const knownCount = names.size;
      for (const name of capability.read(answer.body)) names.add(name);
      if (names.size === 0) throw failed(answer);
      page = capability.nextPage?.(answer.body, page) ?? undefined;
      // A server that does not know pages sends the first one again.
      if (page === undefined || names.size === knownCount) break;
    }
    return [...names].sort();
  }
}

/** The fields of a form that decide where and how the list is asked for; the others may still be unfinished. */
function fieldsOf(form: ChannelModelFetch): Partial<ChannelSave> {
  const { type, key, base_url, other, openai_organization, proxy, header_override } = form;
  return { type, key, base_url, other, openai_organization, proxy, header_override };
}

/** A saved key is sent to no other place than the saved one, so that nobody reads it by a form. */
function isSamePlace(draft: CatalogChannel, saved: CatalogChannel): boolean {
  return draft.type === saved.type && draft.baseUrl === saved.baseUrl;
}

function failed(answer: AccountAnswer): AppError {
  return new AppError('CHANNEL_FETCH_FAILED', { params: { detail: statusText(answer) } });
}
