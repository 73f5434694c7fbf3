import { type Dictionary } from '../en';

export const check_in: Dictionary['check_in'] = {
  already: '今天已经签到过了',
  available: '今日可签到',
  done: '签到成功：获得 {{reward}}，已连续签到 {{streak}} 天',
  failed: '签到失败，请稍后再试',
  guest: '登录后每天可领取签到奖励。',
  missed: '未签到',
  next_month: '下个月',
  not_logged_in: '未登录',
  previous_month: '上个月',
  sign_in: '签到',
  signed: '已签到',
  signed_today: '今日已签到',
  waiting: '未到',
};
