import { row } from './row';

/**
 * Refusals of drawing routes, whose code goes into the field `description`, and of music routes, whose code goes into
 * the field `code`. The odd spellings are what clients of these protocols compare with.
 */
export const taskRows = {
  DRAWING_BODY: row(400, 'the request body cannot be read', '无法读取请求体', 'bind_request_body_failed'),
  DRAWING_PROMPT: row(400, 'prompt is required', '缺少提示词', 'prompt_is_required'),
  DRAWING_TASK_ID: row(400, 'task id is required', '缺少任务 id', 'task_id_is_required'),
  DRAWING_ACTION: row(400, 'action is required', '缺少操作', 'action_is_required'),
  DRAWING_INDEX: row(400, 'index is required', '缺少序号', 'index_is_required'),
  DRAWING_CONTENT: row(400, 'content is required', '缺少内容', 'content_is_required'),
  DRAWING_CONTENT_PARSE: row(400, 'the content cannot be understood', '无法解析内容', 'content_parse_failed'),
  DRAWING_CUSTOM_ID: row(400, 'custom id is required', '缺少 customId', 'custom_id_is_required'),
  DRAWING_UNKNOWN_ACTION: row(400, 'unknown action: {customId}', '未知的操作：{customId}', 'unknown_action'),
  DRAWING_INDEX_PARSE: row(400, 'the index cannot be understood', '无法解析序号', 'index_parse_failed'),
  DRAWING_SWAP: row(
    400,
    'source and target image are required',
    '缺少源图片或目标图片',
    'sour_base64_and_target_base64_is_required',
  ),
  DRAWING_NOT_FOUND: row(400, 'the task does not exist', '任务不存在', 'task_not_found'),
  DRAWING_FETCH_NOT_FOUND: row(400, 'the task does not exist', '任务不存在', 'task_no_found'),
  DRAWING_NOT_SUCCESS: row(400, 'the task is not finished successfully', '任务尚未成功', 'task_status_not_success'),
  DRAWING_ENDED: row(400, 'the task has ended', '任务已结束', 'task_has_ended'),
  DRAWING_CHANNEL: row(400, "the task's channel no longer exists", '任务的渠道已不存在', 'get_channel_info_failed'),
  DRAWING_CHANNEL_DISABLED: row(
    400,
    'the channel of this task is disabled',
    '该任务所属渠道已被禁用',
    'the channel of this task is disabled',
  ),
  DRAWING_QUOTA: row(400, 'quota is not enough', '额度不足', 'quota_not_enough'),
  DRAWING_STORE: row(400, 'the task cannot be stored', '无法保存任务', 'insert_midjourney_task_failed'),
  DRAWING_UPSTREAM: row(400, 'the drawing service cannot be reached', '无法连接绘图服务', 'do_request_failed'),
  DRAWING_EMPTY: row(400, 'the drawing service answered nothing', '绘图服务没有返回内容', 'empty_response_body'),
  DRAWING_UNREADABLE: row(
    400,
    'the answer of the drawing service cannot be read',
    '无法读取绘图服务的回答',
    'unmarshal_response_body_failed',
  ),
  DRAWING_MODE: row(400, 'invalid acceleration mode', '无效的加速模式', 'invalid acceleration mode'),
  DRAWING_IMAGE: row(400, 'the image does not exist', '图片不存在', 'midjourney_task_not_found'),

  TASK_BODY: row(400, 'the request body cannot be read', '无法读取请求体', 'invalid_request'),
  TASK_ACTION: row(400, 'invalid_action', '无效的操作', 'invalid_request'),
  TASK_PROMPT: row(400, 'prompt_empty', '提示词为空', 'invalid_request'),
  TASK_PARENT_ID: row(400, 'task id is empty', '任务 id 为空', 'invalid_request'),
  TASK_NOT_FOUND: row(400, 'the task does not exist', '任务不存在', 'task_not_exist'),
  TASK_CHANNEL_DISABLED: row(400, "the task's channel is disabled", '任务的渠道已被禁用', 'task_channel_disable'),
  TASK_CHANNEL: row(400, "the task's channel no longer exists", '任务的渠道已不存在', 'channel_not_found'),
  TASK_QUOTA: row(403, 'user quota is not enough', '用户额度不足', 'quota_not_enough'),
  TASK_BUILD: row(500, 'the request cannot be built', '无法构造请求', 'build_request_failed'),
  TASK_UPSTREAM: row(500, 'the task service cannot be reached', '无法连接任务服务', 'do_request_failed'),
  TASK_STORE: row(500, 'the task cannot be stored', '无法保存任务', 'insert_task_failed'),
  TASK_FIELD: row(400, '{detail}', '{detail}', 'invalid_request'),
  TASK_REFUSED: row(500, '{message}', '{message}', 'fail_to_fetch_task'),

  VIDEO_NOT_FOUND: row(404, 'the task does not exist', '任务不存在', 'task_not_exist'),
  VIDEO_NOT_READY: row(
    400,
    'the video is not finished successfully (status: {status})',
    '视频尚未成功生成（状态：{status}）',
    'video_not_ready',
  ),
  VIDEO_NOT_ENDED: row(400, 'the video is still being made', '视频仍在生成中', 'video_not_ready'),
  VIDEO_NO_CONTENT: row(404, 'there is no such file of this video', '该视频没有此文件', 'content_not_found'),
  VIDEO_CONTENT: row(502, 'the video cannot be fetched from where it lies', '无法获取视频文件', 'content_unavailable'),
};
