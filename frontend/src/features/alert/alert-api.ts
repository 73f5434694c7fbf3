import {
  type AlertKindName,
  type AlertReceiverEdit,
  type AlertReceiverSave,
  type AlertReceiverView,
  type AlertRuleEdit,
  type AlertRuleSave,
  type AlertRuleTest,
  type AlertRuleView,
  type AlertSeverity,
  type AlertState,
  type AlertView,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { listOf, oneOf, wholeList } from '../../api/tags';

/** The query for a page of the alerts; empty filters let all pass. */
export interface AlertListQuery extends PageQuery {
  readonly state: AlertState | 'open' | '';
  readonly kind: AlertKindName | '';
  readonly severity: AlertSeverity | '';
}

const alertApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listAlerts: build.query<ListAnswer<AlertView>, AlertListQuery>({
      query: ({ page, size, ...filters }) => ({ url: 'alert/', params: { ...pageFields({ page, size }), ...filters } }),
      transformResponse: toListAnswer<AlertView>,
      providesTags: listOf('Alert'),
    }),
    acknowledgeAlert: build.mutation<null, number>({
      query: id => ({ url: `alert/${id}/acknowledge`, method: 'POST', body: {} }),
      invalidatesTags: (_data, _error, id) => [oneOf('Alert', id)],
    }),
    listAlertRules: build.query<ListAnswer<AlertRuleView>, void>({
      query: () => 'alert/rule',
      transformResponse: toListAnswer<AlertRuleView>,
      providesTags: listOf('AlertRule'),
    }),
    createAlertRule: build.mutation<AlertRuleView, AlertRuleSave>({
      query: body => ({ url: 'alert/rule', method: 'POST', body }),
      invalidatesTags: [wholeList('AlertRule')],
    }),
    /** Ends the open alerts of the rule. */
    editAlertRule: build.mutation<AlertRuleView, AlertRuleEdit>({
      query: body => ({ url: 'alert/rule', method: 'PUT', body }),
      invalidatesTags: (_rule, _error, { id }) => [oneOf('AlertRule', id), wholeList('Alert')],
    }),
    deleteAlertRule: build.mutation<null, number>({
      query: id => ({ url: `alert/rule/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('AlertRule'), wholeList('Alert')],
    }),
    /** Looks at the rule now, and sends its receivers a test message. */
    testAlertRule: build.mutation<AlertRuleTest, number>({
      query: id => ({ url: `alert/rule/${id}/test`, method: 'POST', body: {} }),
      invalidatesTags: [wholeList('AlertReceiver')],
    }),
    listAlertReceivers: build.query<ListAnswer<AlertReceiverView>, void>({
      query: () => 'alert/receiver',
      transformResponse: toListAnswer<AlertReceiverView>,
      providesTags: listOf('AlertReceiver'),
    }),
    createAlertReceiver: build.mutation<AlertReceiverView, AlertReceiverSave>({
      query: body => ({ url: 'alert/receiver', method: 'POST', body }),
      invalidatesTags: [wholeList('AlertReceiver')],
    }),
    editAlertReceiver: build.mutation<AlertReceiverView, AlertReceiverEdit>({
      query: body => ({ url: 'alert/receiver', method: 'PUT', body }),
      invalidatesTags: (_receiver, _error, { id }) => [oneOf('AlertReceiver', id)],
    }),
    deleteAlertReceiver: build.mutation<null, number>({
      query: id => ({ url: `alert/receiver/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('AlertReceiver')],
    }),
    testAlertReceiver: build.mutation<null, number>({
      query: id => ({ url: `alert/receiver/${id}/test`, method: 'POST', body: {} }),
      invalidatesTags: (_data, _error, id) => [oneOf('AlertReceiver', id)],
    }),
  }),
});

export const {
  useListAlertsQuery,
  useAcknowledgeAlertMutation,
  useListAlertRulesQuery,
  useCreateAlertRuleMutation,
  useEditAlertRuleMutation,
  useDeleteAlertRuleMutation,
  useTestAlertRuleMutation,
  useListAlertReceiversQuery,
  useCreateAlertReceiverMutation,
  useEditAlertReceiverMutation,
  useDeleteAlertReceiverMutation,
  useTestAlertReceiverMutation,
} = alertApi;
