/** Why a text is not Manuscript HTML. */
export type ManuscriptErrorCode =
  | 'EMPTY'
  | 'BAD_TAG'
  | 'BAD_ATTRIBUTE'
  | 'BAD_ENTITY'
  | 'BAD_CHARACTER'
  | 'BAD_NESTING'
  | 'UNCLOSED'
  | 'NOT_CANONICAL';

const REASONS: Readonly<Record<ManuscriptErrorCode, string>> = {
  EMPTY: '稿件没有任何段落',
  BAD_TAG: '出现了稿件不允许的标签',
  BAD_ATTRIBUTE: '标签的属性缺失、多余或取值不对',
  BAD_ENTITY: '出现了不能识别的字符实体',
  BAD_CHARACTER: '出现了未转义的特殊字符',
  BAD_NESTING: '标签嵌套不正确',
  UNCLOSED: '内容不完整，缺少结束标签',
  NOT_CANONICAL: '写法不规范，同一内容只允许一种写法',
};

/** A refusal of the codec: `offset` is the UTF-16 position in the HTML at which reading stopped (-1 when a document, not a text, is at fault); the message is Chinese and fit for users. */
export class ManuscriptError extends Error {
  override readonly name = 'ManuscriptError';
  readonly code: ManuscriptErrorCode;
  readonly offset: number;

  constructor(code: ManuscriptErrorCode, offset: number) {
    const place = offset < 0 ? '' : `（第 ${offset + 1} 个字符处）`;
    super(`稿件格式有误${place}：${REASONS[code]}。请刷新后重新打开本章；若仍出现，请从历史版本恢复。`);
    this.code = code;
    this.offset = offset;
  }
}
