/** Words that say nothing about what a task is: function words, and what people say to a helper. */
export const TASK_STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being but by can cannot could did do does doing
done for from get give got had has have having he help her here him his how i if in into is it its just let like made
make me might more most must my need no not now of on one or our out over own please shall she should so some such than
that the their them then there these they this those through to too up us use used user uses using very via want was we
were what when where which while who why will with would you your`.split(/\s+/),
);
