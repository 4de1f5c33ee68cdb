/* Admission of triggered runs to a chain, for Spin: run stage, operation stage, one more hop to the root, a request that
 * comes twice, ends and a stop at any time. Run i writes operation i. Run 0 is triggered by nothing; the others by any
 * operation executed so far. A step of a stage is atomic, as its transaction is.
 *
 *   spin -a -DN=5 -DMAXD=3 -DMAXA=3 chain.pml && gcc -w -O2 -DSAFETY -DCOLLAPSE -o pan pan.c && ./pan -m400000
 *
 * holds (991,205 states). Each of these must be caught, and is: BRK_PARENT counts at the parent, BRK_DUP forgets who was
 * counted, BRK_LATE lets a late answer begin a run that ended, BRK_AGENT believes the depth the agent says, BRK_STOP does
 * not look at the stop when the answer comes. */
#ifndef N
#define N 5
#endif
#ifndef MAXD
#define MAXD 2
#endif
#ifndef MAXA
#define MAXA 2
#endif
#define NONE 99

chan req = [4] of { byte /*op*/, byte /*run*/, byte /*root or NONE*/, byte /*depth*/ };
chan ans = [4] of { byte /*run*/, bool /*admitted*/, byte /*root*/, byte /*depth*/ };

byte state[N];              /* run: 0 new, 1 waits, 2 executed, 3 ended */
byte cause[N];              /* ghost: who triggered it */
bool exec[N];               /* operation executed */
byte root[N]; byte depth[N];/* operation: place */
byte count[N];              /* operation as a root: counted */
bool counted[N*N];          /* per root and run */
bool stopped; bool ended[N]; bool stopSeen[N];
byte dups;
byte executed;              /* ghost: triggered runs that executed */

inline ask(i, p) { req!p,i,NONE,0; }

active proctype world() {
  byte i, p; bool more = true;
  d_step { for (i : 0 .. N-1) { root[i] = i; cause[i] = NONE; } i = 0; exec[0] = true; state[0] = 2; }
  do
  :: atomic { more -> /* something executed triggers a new run */
       i = 1; do :: i < N && state[i] != 0 -> i++ :: else -> break od;
       if
       :: i < N && len(req) < 3 -> select(p : 0 .. N-1);
            if :: exec[p] && p != i -> cause[p] = cause[p]; cause[i] = p; state[i] = 1; ask(i, p) :: else -> skip fi
       :: else -> more = false
       fi }
  :: atomic { dups < 1 && len(req) > 0 && len(req) < 3 -> /* a request comes twice */
       byte o,r,t,d; req?<o,r,t,d>; req!o,r,t,d; dups++ }
  :: atomic { !stopped -> stopped = true }
  :: atomic { select(i : 1 .. N-1); if :: state[i] == 1 -> state[i] = 3; ended[i] = true :: else -> skip fi }
  :: break
  od
}

#ifdef BRK_DUP
#define FORGETS true
#else
#define FORGETS false
#endif
inline counts(AT, RR, TT, DD) {
  if
  :: counted[AT*N + RR] && !FORGETS -> ans!RR,true,TT,DD
  :: else ->
     if
     :: count[AT] >= MAXA -> ans!RR,false,TT,DD
     :: else -> count[AT]++; counted[AT*N + RR] = true; ans!RR,true,TT,DD
     fi
  fi
}

active proctype operations() {
  byte o,r,t,d;
end: do
  :: atomic { len(ans) < 3 && len(req) < 4 && len(req) > 0 -> req?o,r,t,d;
       if
       :: !exec[o] -> ans!r,false,NONE,0
       :: else ->
          if :: t == NONE -> t = root[o]; d = depth[o] + 1;
#ifdef BRK_AGENT
             d = 1;
#endif
          :: else -> skip fi;
          if
          :: d > MAXD -> ans!r,false,t,d
          :: else ->
#ifdef BRK_PARENT
             counts(o,r,t,d)
#else
             if :: t != o -> req!t,r,t,d :: else -> counts(o,r,t,d) fi
#endif
          fi
       fi }
  od
}

active proctype runs() {
  byte r,t,d; bool ok;
end: do
  :: atomic { ans?r,ok,t,d;
#ifdef BRK_LATE
       if :: state[r] == 1 || state[r] == 3 ->
#else
       if :: state[r] == 1 ->
#endif
#ifdef BRK_STOP
            if :: ok ->
#else
            if :: ok && !stopped ->
#endif
               assert(!ended[r]);
               assert(!stopped);
               state[r] = 2; exec[r] = true; root[r] = t; depth[r] = d; executed++;
               assert(t == 0);                      /* one chain here: its root is operation 0 */
               assert(d <= MAXD);
               assert(d == depth[cause[r]] + 1);    /* told as it is */
               assert(executed <= MAXA);
            :: else -> state[r] = 3; ended[r] = true fi
       :: else -> skip fi }
  od
}

/* When nothing can happen any more, nobody waits, and the root has counted each run once. */
active proctype monitor() {
  byte i, sum;
  timeout ->
  d_step {
    for (i : 1 .. N-1) { assert(state[i] != 1); sum = sum + counted[i] }
    assert(count[0] == sum);
    assert(count[0] <= MAXA)
  }
}
