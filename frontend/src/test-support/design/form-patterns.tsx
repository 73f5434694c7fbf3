import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { DetailDrawer } from '../../shared/display/DetailDrawer';
import { ChoiceField } from '../../shared/form/ChoiceField';
import { DraftCard } from '../../shared/form/DraftCard';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { FormStep } from '../../shared/form/FormStep';
import { TagPicker } from '../../shared/form/TagPicker';
import { useDraft } from '../../shared/form/use-draft';

const saved = { name: 'Sluice', motto: '' };
const names = ['apple', 'pear', 'plum'];

function nothing(): void {
  // the patterns do nothing
}

/** The fields, whole, at fault and switched off, inside the steps of a form. */
export function FieldPatterns() {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(['pear']);
  const [fruit, setFruit] = useState('pear');
  return (
    <>
      <FormStep number={1} title="A step that is complete" isDone>
        <TextField label="Name" helper="As others see it" isRequired value={text} onChange={setText} />
        <ChoiceField
          label="Fruit"
          value={fruit}
          choices={names.map(value => ({ value, label: value }))}
          onChange={setFruit}
        />
      </FormStep>
      <FormStep number={2} title="A step with a fault" isDone={false}>
        <TextField label="Name" fault="Please fill in a name" value={text} onChange={setText} />
        <NumberField label="Count" fault="A whole number" value={text} onChange={setText} />
      </FormStep>
      <FormStep number={3} title="Further fields" isDone={false}>
        <SelectField label="Fruit" value={fruit} options={names.map(value => ({ value }))} onChange={setFruit} />
        <SwitchField label="Ripe" helper="Only ripe ones" isOn onChange={nothing} />
        <TextField label="Locked" helper="Only the server changes it" isDisabled value="42" onChange={nothing} />
        <TagPicker label="Fruits" values={chosen} options={names} onChange={setChosen} />
        <AreaField label="Note" value={text} onChange={setText} />
      </FormStep>
    </>
  );
}

/** A card of the settings; a change offers to take it back. */
export function SettingsPatterns() {
  const draft = useDraft('design', saved);
  return (
    <DraftCard title="Site" description="What visitors see" draft={draft} save={() => Promise.resolve(true)}>
      <TextField label="Name" value={draft.values.name ?? ''} onChange={text => draft.set('name', text)} />
      <TextField label="Motto" value={draft.values.motto ?? ''} onChange={text => draft.set('motto', text)} />
    </DraftCard>
  );
}

/** The drawer of a form, and that of one row in full. */
export function DrawerPatterns() {
  const [open, setOpen] = useState<'form' | 'busy' | 'detail' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="cluster">
      <Button text="Form" onClick={() => setOpen('form')} />
      <Button text="Form that is being sent" onClick={() => setOpen('busy')} />
      <Button text="Detail" onClick={() => setOpen('detail')} />
      <FormDrawer
        isOpen={open === 'form' || open === 'busy'}
        title="Add a fruit"
        isBusy={open === 'busy'}
        onSubmit={close}
        onClose={close}
      >
        <FieldPatterns />
      </FormDrawer>
      {open === 'detail' && (
        <DetailDrawer title="Apple" tools={<Button size="small" text="Same fruit" />} onClose={close}>
          <p>Everything about the apple.</p>
        </DetailDrawer>
      )}
    </div>
  );
}
