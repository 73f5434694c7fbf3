import { Button, ButtonGroup, ControlGroup, InputGroup, Intent } from '@blueprintjs/core';
import {
  Bold,
  Citation,
  Code,
  HeaderThree,
  HeaderTwo,
  Italic,
  Link,
  NumberedList,
  Properties,
  Redo,
  Strikethrough,
  Underline,
  Undo,
} from '@blueprintjs/icons';
import { isHttpUrl } from '@contracts';
import { useEditorState, type Editor } from '@tiptap/react';
import { type ParseKeys } from 'i18next';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../shared/display/Popover';

interface Tool {
  readonly label: ParseKeys;
  readonly icon: ReactElement;
  /** True when the text at the cursor has this format; undo and redo have no such state. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

function focused(editor: Editor) {
  return editor.chain().focus();
}

/** A clicked tool keeps the focus in the text, so that the next typed text has the chosen format. */
function keepFocus(event: MouseEvent) {
  return event.preventDefault();
}

const tools: readonly Tool[] = [
  {
    label: 'manufacturer.tool_bold',
    icon: <Bold />,
    isActive: editor => editor.isActive('bold'),
    run: editor => focused(editor).toggleBold().run(),
  },
  {
    label: 'manufacturer.tool_italic',
    icon: <Italic />,
    isActive: editor => editor.isActive('italic'),
    run: editor => focused(editor).toggleItalic().run(),
  },
  {
    label: 'manufacturer.tool_underline',
    icon: <Underline />,
    isActive: editor => editor.isActive('underline'),
    run: editor => focused(editor).toggleUnderline().run(),
  },
  {
    label: 'manufacturer.tool_strike',
    icon: <Strikethrough />,
    isActive: editor => editor.isActive('strike'),
    run: editor => focused(editor).toggleStrike().run(),
  },
  {
    label: 'manufacturer.tool_heading2',
    icon: <HeaderTwo />,
    isActive: editor => editor.isActive('heading', { level: 2 }),
    run: editor => focused(editor).toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'manufacturer.tool_heading3',
    icon: <HeaderThree />,
    isActive: editor => editor.isActive('heading', { level: 3 }),
    run: editor => focused(editor).toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'manufacturer.tool_bullets',
    icon: <Properties />,
    isActive: editor => editor.isActive('bulletList'),
    run: editor => focused(editor).toggleBulletList().run(),
  },
  {
    label: 'manufacturer.tool_numbers',
    icon: <NumberedList />,
    isActive: editor => editor.isActive('orderedList'),
    run: editor => focused(editor).toggleOrderedList().run(),
  },
  {
    label: 'manufacturer.tool_quote',
    icon: <Citation />,
    isActive: editor => editor.isActive('blockquote'),
    run: editor => focused(editor).toggleBlockquote().run(),
  },
  {
    label: 'manufacturer.tool_code',
    icon: <Code />,
    isActive: editor => editor.isActive('code'),
    run: editor => focused(editor).toggleCode().run(),
  },
  { label: 'manufacturer.tool_undo', icon: <Undo />, run: editor => focused(editor).undo().run() },
  { label: 'manufacturer.tool_redo', icon: <Redo />, run: editor => focused(editor).redo().run() },
];

/** Sets the address of the selected text; an empty address removes the link. */
function LinkTool({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const isUsable = address.trim() === '' || isHttpUrl(address.trim());

  const open = () => {
    const { href } = editor.getAttributes('link');
    setAddress(typeof href === 'string' ? href : '');
    setOpen(true);
  };
  const apply = () => {
    const link = focused(editor).extendMarkRange('link');
    if (address.trim() === '') link.unsetLink().run();
    else link.setLink({ href: address.trim() }).run();
    setOpen(false);
  };

  const form = (
    <ControlGroup className="link-form">
      <InputGroup
        autoFocus
        placeholder="https://"
        aria-label={t('manufacturer.link_address')}
        aria-invalid={!isUsable}
        intent={isUsable ? Intent.NONE : Intent.DANGER}
        value={address}
        onValueChange={setAddress}
        onKeyDown={event => {
          if (event.key === 'Enter' && isUsable) apply();
        }}
      />
      <Button text={t('common.confirm')} disabled={!isUsable} onClick={apply} />
    </ControlGroup>
  );
  return (
    <Popover isOpen={isOpen} content={form} placement="bottom" onClose={() => setOpen(false)}>
      <Button
        size="small"
        icon={<Link />}
        active={isActive}
        aria-label={t('manufacturer.tool_link')}
        title={t('manufacturer.tool_link')}
        onClick={open}
      />
    </Popover>
  );
}

/** The buttons above a rich text; each shows whether it applies at the cursor. */
export function RichEditorTools({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      tools: tools.map(({ isActive }) => isActive?.(current) ?? false),
      link: current.isActive('link'),
    }),
  });
  return (
    <ButtonGroup className="rich-editor-tools" variant="minimal">
      {tools.map(({ label, icon, isActive, run }, index) => (
        <Button
          key={label}
          size="small"
          icon={icon}
          active={active.tools[index]}
          aria-pressed={isActive ? active.tools[index] : undefined}
          aria-label={t(label)}
          title={t(label)}
          onMouseDown={keepFocus}
          onClick={() => run(editor)}
        />
      ))}
      <LinkTool editor={editor} isActive={active.link} />
    </ButtonGroup>
  );
}
