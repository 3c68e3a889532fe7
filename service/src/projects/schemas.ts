// Projects: the schemas of the API.

import { Type } from "typebox";
import { answer, exact, id, instant, list, nextCursor } from "../http/schemas.ts";

/** The body of a new project. */
export const projectBody = exact(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "No other project of the organization may have it.",
      examples: ["crm"],
    }),
  },
  { title: "ProjectBody", description: "A project to create.", examples: [{ name: "crm" }] },
);

const members = { id: id(), name: Type.String({ examples: ["crm"] }), created_at: instant };

/** What everything that is stored belongs to. */
const project = exact(members, { title: "Project", description: "A project of the organization." });

/** The response with a new project. */
export const projectAnswer = answer(members, { title: "NewProject" });

/** A page of projects. */
export const projectsAnswer = answer({ projects: list(project), next_cursor: nextCursor });
