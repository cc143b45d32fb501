#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bot/policy.h"
#include "bot/value.h"
enum { N = VALUE_FACTS, CH=16 };
struct sums { double m[N][N], r[N]; double yy, n; };
static struct sums *S[CH]; static atomic_int nxt; static int seats, rounds; static const struct mazo_rules *rules; static double W[N]; static double terr[CH],tn[CH],ty[CH],tyy[CH]; static int phase2;
static void chunk(int ch){ struct sums*s=S[ch]; uint64_t dice=mazo_fast_seed(7000+(uint64_t)ch+1000u*phase2);
  struct rec{uint16_t f[VALUE_FACTS_OF_ONE];int n,seat;} recs[200]; struct mazo_legal scratch;
  const struct policy*p=policy_for(rules,seats);
  for(int r=0;r<rounds/CH;r++){ struct mazo_game g; uint8_t seed[32]; mazo_seed_from_number((uint64_t)mazo_fast_word(&dice)<<32|mazo_fast_word(&dice),seed); mazo_init(&g,rules,seats,seed,true,NULL); int k=0;
    for(int i=0;i<800&&g.phase<MAZO_PHASE_round_over;i++){ struct mazo_command c; struct policy_choice ch2[POLICY_CHOICES_MAX];
      if(g.phase==MAZO_PHASE_play&&k<200&&mazo_fast_below(&dice,3)==0){ int seat=(int)mazo_fast_below(&dice,(uint32_t)seats); recs[k].seat=seat; recs[k].n=value_facts(&g,seat,recs[k].f); k++; }
      bool d=g.phase==MAZO_PHASE_play||g.phase==MAZO_PHASE_drawn||g.phase==MAZO_PHASE_struck; int n=d?policy_choices(&g,ch2):0;
      policy_move(&g,p,&dice,&scratch,&c); if(n>1&&mazo_fast_below(&dice,16)==0) policy_command(&g,ch2[mazo_fast_below(&dice,(uint32_t)n)],&c);
      mazo_play_on(&g,&c); }
    if(g.phase<MAZO_PHASE_round_over) continue;
    for(int i=0;i<k;i++){ double y=g.round_winner==recs[i].seat;
      if(phase2){ double v=0; for(int j=0;j<recs[i].n;j++) v+=W[recs[i].f[j]]; terr[ch]+=(y-v)*(y-v); tn[ch]++; ty[ch]+=y; tyy[ch]+=v*v; continue; }
      for(int a=0;a<recs[i].n;a++){ s->r[recs[i].f[a]]+=y; for(int b=0;b<recs[i].n;b++) s->m[recs[i].f[a]][recs[i].f[b]]+=1; } }
  } }
static void*work(void*x){(void)x; for(int c;(c=atomic_fetch_add(&nxt,1))<CH;) chunk(c); return 0;}
static void par(int th){ pthread_t t[64]; atomic_store(&nxt,0); for(int i=0;i<th;i++) pthread_create(&t[i],0,work,0); for(int i=0;i<th;i++) pthread_join(t[i],0); }
static void learn(const char*name,const struct mazo_rules*r,int st,int rd,int th){ rules=r; seats=st; rounds=rd; phase2=0; for(int i=0;i<CH;i++){ memset(S[i],0,sizeof*S[i]); }
  par(th); for(int c=1;c<CH;c++) for(int i=0;i<N;i++){ S[0]->r[i]+=S[c]->r[i]; for(int j=0;j<N;j++) S[0]->m[i][j]+=S[c]->m[i][j]; }
  struct sums*s=S[0]; for(int i=0;i<N;i++){ s->m[i][i]+=20; for(int j=0;j<=i;j++){ double q=s->m[i][j]; for(int k=0;k<j;k++) q-=s->m[i][k]*s->m[j][k]; s->m[i][j]=i==j?sqrt(q):q/s->m[j][j]; } }
  for(int i=0;i<N;i++){ W[i]=s->r[i]; for(int k=0;k<i;k++) W[i]-=s->m[i][k]*W[k]; W[i]/=s->m[i][i]; }
  for(int i=N-1;i>=0;i--){ for(int k=i+1;k<N;k++) W[i]-=s->m[k][i]*W[k]; W[i]/=s->m[i][i]; }
  phase2=1; rounds=rd/10; memset(terr,0,sizeof terr); memset(tn,0,sizeof tn); memset(ty,0,sizeof ty); memset(tyy,0,sizeof tyy); par(th); double e=0,n=0,y=0; for(int c=0;c<CH;c++){e+=terr[c];n+=tn[c];y+=ty[c];} double m=y/n;
  fprintf(stderr,"%s: mse %.5f base %.5f R2 %.4f n %.0f\n",name,e/n,m*(1-m),1-e/n/(m*(1-m)),n);
  printf("static const struct value_weights %s = {{",name); for(int i=0;i<N;i++) printf("%s%d,",i%16?" ":"\n    ",(int)round(W[i]*10000)); printf("\n}};\n"); }
int main(int c,char**v){ int rd=atoi(v[1]),th=atoi(v[2]); for(int i=0;i<CH;i++) S[i]=malloc(sizeof*S[i]); printf("/* clang-format off */\n"); learn("worth_two",mazo_rules_of_sheet(MAZO_DUELO),2,rd,th); learn("worth_more",mazo_rules_of_sheet(MAZO_OFICIAL),4,rd,th); (void)c; }
