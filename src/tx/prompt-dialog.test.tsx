// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { askUser, type TxPrompt, usePrompt } from './prompt.ts';
import { PromptDialog } from './prompt-dialog.tsx';

function Prompts() {
  const open = usePrompt((state) => state.open);
  return open && <PromptDialog prompt={open} />;
}
const question = (id: string): TxPrompt => ({
  id,
  tone: 'danger',
  title: `Question ${id}`,
  lines: [],
  accept: 'Sign anyway',
  dismiss: 'Do not sign',
});

it('agrees to one question at a press: the second half of a double click is no answer to the next', async () => {
  render(<Prompts />);
  const answers: string[] = [];
  for (const id of ['1', '2']) void askUser(question(id)).then((yes) => answers.push(`${id}: ${yes}`));
  await screen.findByRole('dialog', { name: 'Question 1' });
  const accept = () => screen.getByRole('button', { name: 'Sign anyway' });
  await userEvent.click(accept());
  await screen.findByRole('dialog', { name: 'Question 2' });
  // At the same place of the screen, which is now of the next question.
  fireEvent.click(accept(), { detail: 2 });
  await screen.findByRole('dialog', { name: 'Question 2' });
  expect(answers).toEqual(['1: true']);
  await userEvent.click(accept());
  await expect.poll(() => answers).toEqual(['1: true', '2: true']);
});
