import { StartError } from "../platform/start-error.ts";

/** Turns a port that is taken into a sentence that says what to change. */
export async function listening<T>(
  attempt: Promise<T>,
  variable: string,
  port: number,
): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} is in use by another program. Set ${variable} to another port.`,
      );
    if (code === "EACCES")
      throw new StartError(
        `This user may not open port ${port}. Set ${variable} to a port from 1024 on.`,
      );
    throw error;
  }
}
