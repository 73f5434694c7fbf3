import { asList, asText, at, asRecord, parseJson } from '@formats';
import { type ModelListCapability } from '../../contract/account';
import { modelNames, pageMarkAt, withQuery } from '../../shared/model-list';
import { bearer, getRequest } from '../../shared/requests';
import { accountOf } from './account';
import { publisherModelsAddressOf } from './address';

/** Enough for all of Google's models in a few pages; the provider may send fewer per page. */
const MODELS_PER_PAGE = '200';

/**
 * Google's own models in the channel's region. Keys of the express mode have no list. Source: Vertex AI's REST
 * reference, publishers.models.list of v1beta1, read 2026-11.
 */
export const vertexModels: ModelListCapability = {
  isOffered: ({ key }) => asRecord(parseJson(key)) !== null,
  buildRequest(target, page) {
    const account = accountOf(target);
    const url = withQuery(publisherModelsAddressOf(target), { pageSize: MODELS_PER_PAGE, pageToken: page });
    return getRequest(url, {
      ...bearer(target.accessToken ?? ''),
      ...(account.kind === 'serviceAccount' && { 'x-goog-user-project': account.projectId }),
    });
  },
  read: body =>
    modelNames(
      asList(at(parseJson(body), 'publisherModels')).map(model => asText(at(model, 'name')).split('/').at(-1)),
    ),
  nextPage: body => pageMarkAt(body, 'nextPageToken'),
};
