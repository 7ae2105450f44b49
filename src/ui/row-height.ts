/** Height of every line of a table of which only the lines on the screen are drawn, pixels: it is not measured. */
export const ROW_HEIGHT = 51;
export const rowHeight = (): number => ROW_HEIGHT;
